// What words of a report mean, as text: the Markdown of docs/kinds for a terminal.
#include "report/explanation.h"
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

namespace heddle::report {
namespace {

constexpr unsigned widestText = 96; ///< Longer lines are hard to read.
constexpr std::string_view codeIndent = "    ";

/// `[a page](of.md)` as its name.
std::string withoutLinks(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t open = text.find('[');
    const std::size_t middle = text.find("](", open);
    const std::size_t end = text.find(')', middle);
    if (open == std::string_view::npos || middle == std::string_view::npos ||
        end == std::string_view::npos)
      break;
    plain += text.substr(0, open);
    plain += text.substr(open + 1, middle - open - 1);
    text.remove_prefix(end + 1);
  }
  return plain.append(text);
}

/// Code in bold and without its quotes where there is colour. It may go on from line to line.
class CodeWords {
public:
  explicit CodeWords(const Paint &style) : paint(style) {}

  std::string line(std::string_view text, bool hasColour) {
    if (!hasColour)
      return std::string(text);
    std::string painted;
    while (true) {
      const std::size_t quote = text.find('`');
      const std::string_view part = text.substr(0, quote);
      painted += isCode ? paint.bold(part) : std::string(part);
      if (quote == std::string_view::npos)
        return painted;
      isCode = !isCode;
      text.remove_prefix(quote + 1);
    }
  }

private:
  const Paint &paint;
  bool isCode = false;
};

std::string paragraph(std::string_view text, const TextOptions &options, const Paint &paint) {
  const bool isItem = text.starts_with("- ");
  const std::string plain = withoutLinks(text);
  CodeWords words(paint);
  std::string shown;
  bool isFirst = true;
  for (const std::string &line : support::wrap(plain, std::min(options.width, widestText))) {
    const std::size_t indent = isFirst || isItem ? 0 : line.find_first_not_of(' ');
    shown += words.line(std::string_view(line).substr(indent), options.colour) + "\n";
    isFirst = false;
  }
  return shown;
}

std::string textOfMarkdown(std::string_view text, const TextOptions &options, const Paint &paint) {
  std::string shown;
  bool isCode = false;
  llvm::StringRef rest(text.data(), text.size());
  while (!rest.empty()) {
    const auto [line, after] = rest.split('\n');
    rest = after;
    if (line.starts_with("```")) {
      isCode = !isCode;
      continue;
    }
    if (line.empty())
      shown += "\n";
    else if (isCode)
      shown += std::string(codeIndent) + line.str() + "\n";
    else if (line.starts_with("#"))
      shown += paint.bold(line.ltrim("# ").str()) + "\n";
    else
      shown += paragraph(line.str(), options, paint);
  }
  return shown;
}

std::string page(const Explanation &one, const TextOptions &options, const Paint &paint) {
  std::string text = paragraph(one.word + ": " + one.summary, options, paint);
  if (text.starts_with(one.word)) // The word may be too long for the line.
    text = paint.bold(one.word) + text.substr(one.word.size());
  if (!one.text.empty())
    text += "\n" + textOfMarkdown(one.text, options, paint);
  return text;
}

/// The first line of each; those of one sort below each other.
std::string list(const std::vector<Explanation> &all, const TextOptions &options,
                 const Paint &paint) {
  std::size_t width = 0;
  for (const Explanation &one : all)
    width = std::max(width, one.word.size());
  std::string text;
  const Explanation *last = nullptr;
  for (const Explanation &one : all) {
    if (!last || last->sort != one.sort)
      text += fmt::format("{}{}\n", last ? "\n" : "", paint.bold(headingOf(one.sort)));
    last = &one;
    const std::string summary = withoutLinks(one.summary);
    const unsigned room = options.width > width + 4 ? options.width - width - 4 : 1;
    bool isFirst = true;
    for (const std::string &line : support::wrap(summary, std::min(room, widestText))) {
      text += fmt::format("  {:<{}}  {}\n", isFirst ? one.word : "", width, line);
      isFirst = false;
    }
  }
  return text;
}

} // namespace

std::string textOfExplanations(const std::vector<Explanation> &explanations,
                               const TextOptions &options) {
  const Paint paint(options.colour);
  constexpr std::size_t mostPages = 2; // A word of two sorts.
  if (explanations.size() > mostPages)
    return list(explanations, options, paint) +
           "\nType 'heddle explain WORD' for one of them, with an example.\n";
  std::string text;
  for (const Explanation &one : explanations)
    text += (text.empty() ? "" : "\n") + page(one, options, paint);
  return text;
}

} // namespace heddle::report
