#include "defuse/query.h"

#include "support/nearest.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace heddle::defuse {

using support::Done;
using support::Failure;
using support::Outcome;

namespace {

constexpr std::string_view fields =
    "SELECT variable, write_file, write_line, write_function, write_source, read_file, read_line, "
    "read_function, read_source, status, test FROM flows";
constexpr std::string_view isSeen = "status IN ('observed', 'inferred')";
constexpr std::string_view inOrder = " ORDER BY read_file, read_line, write_file, write_line, id";

struct Word {
  std::string text;
  std::size_t column = 1;
};

/// Words stand between spaces; what is quoted is one.
Outcome<std::vector<Word>> wordsOf(std::string_view text) {
  std::vector<Word> words;
  std::size_t at = 0;
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at]))) {
      ++at;
      continue;
    }
    Word word{{}, at + 1};
    if (text[at] == '"') {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos)
        return Failure{fmt::format("query:{}: a quotation mark that nothing closes", at + 1), {}};
      word.text = text.substr(at + 1, end - at - 1);
      at = end + 1;
    } else {
      while (at < text.size() && !std::isspace(static_cast<unsigned char>(text[at])))
        word.text += text[at++];
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

class Parser {
public:
  Parser(std::vector<Word> given, std::size_t length) : words(std::move(given)), end(length + 1) {}

  Outcome<Query> run() {
    static const std::vector<std::string> beginnings = {"reads", "writes", "pairs", "test"};
    const std::string first = lower(words.front().text);
    ++at;
    if (first == "reads")
      return reads();
    if (first == "writes")
      return writes();
    if (first == "pairs")
      return pairs();
    if (first == "test")
      return test();
    const auto meant = support::nearest(first, beginnings);
    return Failure{fmt::format("query:{}: a question begins with reads, writes, pairs, test or "
                               "select, not '{}'{}",
                               words.front().column, words.front().text,
                               meant ? fmt::format("; did you mean '{}'?", *meant) : ""),
                   {}};
  }

private:
  std::size_t column() const { return at < words.size() ? words[at].column : end; }
  Failure wrong(std::string_view wanted) const {
    return {fmt::format("query:{}: {} is expected here{}", column(), wanted,
                        at < words.size() ? fmt::format(", not '{}'", words[at].text) : ""),
            {}};
  }
  bool isNext(std::string_view word) const {
    return at < words.size() && lower(words[at].text) == word;
  }
  Done word(std::string_view wanted) {
    if (!isNext(wanted))
      return wrong(fmt::format("'{}'", wanted));
    ++at;
    return support::done();
  }
  Done all(std::span<const std::string_view> wanted) {
    for (const std::string_view one : wanted)
      if (Done read = word(one); !read)
        return read;
    return support::done();
  }
  Done isOver() const {
    if (at < words.size())
      return wrong("nothing more");
    return support::done();
  }
  Outcome<std::string> variable() {
    if (at >= words.size())
      return wrong("the name of a variable");
    return words[at++].text;
  }

  struct Line {
    std::string file;
    std::string number;
  };
  Outcome<Line> line() {
    if (at >= words.size())
      return wrong("FILE:LINE");
    const std::string &text = words[at].text;
    const std::size_t colon = text.rfind(':');
    const bool isNumber = colon != std::string::npos && colon > 0 && colon + 1 < text.size() &&
                          text.size() - colon < 10 &&
                          std::all_of(
                              text.begin() + static_cast<std::ptrdiff_t>(colon) + 1, text.end(),
                              [](unsigned char c) { return std::isdigit(c); });
    if (!isNumber)
      return wrong("FILE:LINE");
    ++at;
    return Line{text.substr(0, colon), text.substr(colon + 1)};
  }

  /// A file is meant by its name or by the end of its path.
  static std::string isAt(const std::string &side, Query &query, const Line &line) {
    query.parameters.push_back(line.file);
    const std::size_t file = query.parameters.size();
    query.parameters.push_back(line.number);
    return fmt::format("({0}_file = ?{1} OR {0}_file LIKE '%/' || ?{1}) AND {0}_line = "
                       "CAST(?{2} AS INTEGER)",
                       side, file, query.parameters.size());
  }
  Outcome<Query> finish(Query query) const {
    if (const Done over = isOver(); !over)
      return over.failure();
    return query;
  }
  static std::string where(const std::string &condition) {
    return fmt::format("{} WHERE {}{}", fields, condition, inOrder);
  }

  Outcome<Query> reads() {
    if (isNext("with")) {
      constexpr std::string_view rest[] = {"with", "several", "definitions"};
      if (const Done read = all(rest); !read)
        return read.failure();
      return finish({where(fmt::format("{0} AND (read_file, read_line, variable) IN (SELECT "
                                       "read_file, read_line, variable FROM flows WHERE {0} GROUP "
                                       "BY 1, 2, 3 HAVING count(*) > 1)",
                                       isSeen)),
                     {},
                     false});
    }
    if (!isNext("of"))
      return wrong("'of' or 'with several definitions'");
    ++at;
    const auto name = variable();
    if (!name)
      return name.failure();
    return finish({where(fmt::format("{} AND variable = ?1", isSeen)), {*name}, false});
  }

  Outcome<Query> writes() {
    if (const Done read = word("reaching"); !read)
      return read.failure();
    const auto place = line();
    if (!place)
      return place.failure();
    Query query;
    query.sql = where(fmt::format("{} AND {}", isSeen, isAt("read", query, *place)));
    return finish(std::move(query));
  }

  Outcome<Query> pairs() {
    constexpr std::string_view rest[] = {"crossing", "threads", "on"};
    if (const Done read = all(rest); !read)
      return read.failure();
    const auto name = variable();
    if (!name)
      return name.failure();
    return finish({where(fmt::format("{} AND remote AND variable = ?1", isSeen)), {*name}, false});
  }

  Outcome<Query> test() {
    if (const Done read = word("for"); !read)
      return read.failure();
    Query query;
    const auto from = line();
    if (!from)
      return from.failure();
    const std::string write = isAt("write", query, *from);
    if (const Done read = word("->"); !read)
      return read.failure();
    const auto to = line();
    if (!to)
      return to.failure();
    const std::string read = isAt("read", query, *to);
    query.sql = where(write + " AND " + read);
    return finish(std::move(query));
  }

  std::vector<Word> words;
  std::size_t end;
  std::size_t at = 0;
};

} // namespace

Outcome<Query> parseQuery(std::string_view text) {
  auto words = wordsOf(text);
  if (!words)
    return words.failure();
  if (words->empty())
    return Failure{"the query is empty", {}};
  const std::string first = lower(words->front().text);
  for (const char *sql : {"select", "with", "values", "explain", "pragma"})
    if (first == sql)
      return Query{std::string(text), {}, true};
  return Parser(std::move(*words), text.size()).run();
}

} // namespace heddle::defuse
