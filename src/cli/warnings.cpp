#include "cli/warnings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <utility>

namespace heddle::cli {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

constexpr std::size_t longestMessage = 80;

/// An object in an object in an object; null if one of them is missing.
const Object *inside(const Object *object, std::initializer_list<llvm::StringRef> path) {
  for (const llvm::StringRef key : path)
    object = object ? object->getObject(key) : nullptr;
  return object;
}

std::vector<const Object *> objectsOf(const Object *object, llvm::StringRef key) {
  std::vector<const Object *> found;
  if (const Array *array = object ? object->getArray(key) : nullptr)
    for (const Value &value : *array)
      if (const Object *one = value.getAsObject())
        found.push_back(one);
  return found;
}

/// The path that a URI names: without scheme and host, and with its %XX read.
std::string pathOf(llvm::StringRef uri) {
  if (uri.consume_front("file://"))
    uri = uri.substr(std::min(uri.find('/'), uri.size()));
  else
    uri.consume_front("file:");
  while (uri.consume_front("./")) {
  }
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool isEscape = uri[i] == '%' && i + 2 < uri.size() && llvm::isHexDigit(uri[i + 1]) &&
                          llvm::isHexDigit(uri[i + 2]);
    path += isEscape ? static_cast<char>(llvm::hexFromNibbles(uri[i + 1], uri[i + 2])) : uri[i];
    i += isEscape ? 2 : 0;
  }
  return path;
}

class Reader {
public:
  explicit Reader(const std::string &file) : file(file) {}

  support::Outcome<std::vector<Warning>> read() {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return support::Failure{
          fmt::format("cannot read '{}': {}", file, buffer.getError().message()), {}};
    auto parsed = llvm::json::parse((*buffer)->getBuffer());
    if (!parsed)
      return notSarif("it is no JSON: " + llvm::toString(parsed.takeError()));
    const Object *log = parsed->getAsObject();
    const Array *runs = log ? log->getArray("runs") : nullptr;
    if (!runs)
      return notSarif("it has no list of runs");
    if (const auto version = log->getString("version"); !version || !version->starts_with("2."))
      return notSarif(fmt::format("its version is {}, and 2.1.0 is known",
                                  version ? version->str() : std::string("not given")));
    for (std::size_t i = 0; i < runs->size(); ++i) {
      const Object *one = (*runs)[i].getAsObject();
      if (!one)
        return notSarif(fmt::format("run {} is no object", i + 1));
      if (const support::Done fine = readRun(*one); !fine)
        return fine.failure();
    }
    return std::move(warnings);
  }

private:
  support::Failure notSarif(const std::string &why) const {
    return {fmt::format("'{}' is no SARIF log: {}", file, why), {}};
  }

  support::Done readRun(const Object &given) {
    run = &given;
    const Value *results = given.get("results");
    if (!results || results->getAsNull())
      return support::done();
    const Array *all = results->getAsArray();
    if (!all)
      return notSarif("the results of a run are no list");
    for (std::size_t i = 0; i < all->size(); ++i) {
      const Object *result = (*all)[i].getAsObject();
      if (!result)
        return notSarif(fmt::format("result {} is no object", i + 1));
      if (isWarning(*result))
        add(*result);
    }
    return support::done();
  }

  static bool isWarning(const Object &result) {
    const llvm::StringRef kind = result.getString("kind").value_or("fail");
    if (result.getString("baselineState").value_or("") == "absent" || kind == "pass" ||
        kind == "notApplicable" || kind == "informational")
      return false;
    const std::vector<const Object *> suppressions = objectsOf(&result, "suppressions");
    return std::ranges::none_of(suppressions, [](const Object *one) {
      return one->getString("status").value_or("accepted") == "accepted";
    });
  }

  void add(const Object &result) {
    const std::vector<const Object *> ends = endsOfFlows(result);
    std::vector<const Object *> places = ends;
    if (ends.size() < 2) {
      places = objectsOf(&result, "locations");
      // Heddle's own, and those of others: what takes part is related, and the first of it is the
      // location too.
      const std::vector<const Object *> related = objectsOf(&result, "relatedLocations");
      if (isAboutThreads(result)) {
        if (related.size() >= 2)
          places = related;
        else
          places.insert(places.end(), related.begin(), related.end());
      }
    }
    Warning warning{messageOf(result), {}};
    for (const Object *place : places) {
      const auto line = lineOf(*place);
      if (!line) { // Without it the question would be another one.
        warning.lines.clear();
        break;
      }
      warning.lines.push_back(*line);
    }
    const auto isSame = [&](const Warning &other) {
      return std::ranges::equal(other.lines, warning.lines, [](const auto &a, const auto &b) {
        return a.file == b.file && a.line == b.line;
      });
    };
    if (warning.lines.empty() || std::ranges::none_of(warnings, isSame))
      warnings.push_back(std::move(warning));
  }

  /// Where each thread of a flow ends, if it has several.
  static std::vector<const Object *> endsOfFlows(const Object &result) {
    for (const Object *flow : objectsOf(&result, "codeFlows")) {
      std::vector<const Object *> ends;
      for (const Object *thread : objectsOf(flow, "threadFlows")) {
        const std::vector<const Object *> steps = objectsOf(thread, "locations");
        if (const Object *last = steps.empty() ? nullptr : inside(steps.back(), {"location"}))
          ends.push_back(last);
      }
      if (ends.size() >= 2)
        return ends;
    }
    return {};
  }

  /// Whether threads are to meet: related locations of other warnings only explain.
  static bool isAboutThreads(const Object &result) {
    const std::string words =
        llvm::StringRef((result.getString("ruleId").value_or("") + " " + textOf(result)).str())
            .lower();
    return std::ranges::any_of(
        std::to_array<std::string_view>({"race", "deadlock", "lock order", "lock-order",
                                         "thread-safety", "thread safety", "concurren"}),
        [&](std::string_view word) { return words.find(word) != std::string::npos; });
  }

  static llvm::StringRef textOf(const Object &result) {
    const Object *message = result.getObject("message");
    return message ? message->getString("text").value_or("") : "";
  }

  static std::string messageOf(const Object &result) {
    llvm::StringRef text = textOf(result).split('\n').first.trim();
    if (text.empty())
      text = result.getString("ruleId").value_or("warning");
    return text.size() <= longestMessage ? text.str() : text.substr(0, longestMessage).str() + "…";
  }

  /// The address stands there, or is the number of an artifact.
  std::optional<analysis::TargetLine> lineOf(const Object &place) const {
    const Object *physical = inside(&place, {"physicalLocation"});
    const Object *address = inside(physical, {"artifactLocation"});
    const Object *region = inside(physical, {"region"});
    auto uri = address ? address->getString("uri") : std::nullopt;
    if (const auto index = address && !uri ? address->getInteger("index") : std::nullopt;
        index && *index >= 0) {
      const std::vector<const Object *> artifacts = objectsOf(run, "artifacts");
      const auto number = static_cast<std::size_t>(*index);
      if (const Object *location =
              number < artifacts.size() ? inside(artifacts[number], {"location"}) : nullptr)
        uri = location->getString("uri");
    }
    const auto line = region ? region->getInteger("startLine") : std::nullopt;
    if (!uri || !line || *line <= 0 || !std::in_range<unsigned>(*line))
      return std::nullopt;
    return analysis::TargetLine{pathOf(*uri), static_cast<unsigned>(*line)};
  }

  const std::string &file;
  const Object *run = nullptr;
  std::vector<Warning> warnings;
};

} // namespace

support::Outcome<std::vector<Warning>> readWarnings(const std::string &file) {
  return Reader(file).read();
}

} // namespace heddle::cli
