#include "report/page_data.h"

#include "report/json.h"
#include "report/library_calls.h"
#include "report/page_sources.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <tuple>
#include <utility>

namespace heddle::report {
namespace {

/// Events share most of their call stacks, and stacks most of their places: each is written once.
class Stacks {
public:
  std::size_t numberOf(const std::vector<Place> &stack) {
    std::vector<std::size_t> numbers;
    for (const Place &place : stack)
      numbers.push_back(numberOf(place));
    const auto [entry, isNew] = known.try_emplace(std::move(numbers), all.size());
    if (isNew)
      all.push_back(&entry->first);
    return entry->second;
  }

  std::vector<const Place *> places;
  std::vector<const std::vector<std::size_t> *> all;

private:
  using Key = std::tuple<std::string, unsigned, unsigned, std::string, unsigned>;

  std::size_t numberOf(const Place &place) {
    Key key{place.file, place.line, place.column, place.function, place.instruction};
    const auto [entry, isNew] = knownPlaces.try_emplace(std::move(key), places.size());
    if (isNew)
      places.push_back(&place);
    return entry->second;
  }

  std::map<Key, std::size_t> knownPlaces;
  std::map<std::vector<std::size_t>, std::size_t> known;
};

/// The lines that the result speaks of, by file.
class Mentioned : public MentionedLines {
public:
  explicit Mentioned(const Result &result) {
    for (const Incomplete &one : result.incomplete)
      add(one.place);
    if (result.reach)
      for (const ReachQuestion &question : result.reach->questions) {
        for (const ReachStep &step : question.steps)
          add(step.place);
        for (const ReachBlock &block : question.blocks)
          add(block.place);
      }
    for (const Finding &finding : result.findings) {
      add(finding.place);
      for (const Participant &one : finding.participants)
        add(one.place, one.stack);
      // What happens before and behind the user's code has a place in it by accident only.
      const std::vector<Telling> tellings = tellingsOf(finding.events);
      for (std::size_t i = 0; i < tellings.size(); ++i)
        if (tellings[i].row)
          add(finding.events[i].place, finding.events[i].stack);
    }
  }
};

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out) {}

  void page(const Result &result, const support::SourceText &sources) {
    json.object([&] {
      json.attributeBegin("result");
      json.rawValue([&](llvm::raw_ostream &raw) { printCompactJson(raw, result); });
      json.attributeEnd();
      Stacks stacks;
      json.attributeArray("findings", [&] {
        for (const Finding &one : result.findings)
          json.object([&] { finding(one, stacks); });
      });
      json.attributeArray("places", [&] {
        for (const Place *one : stacks.places)
          json.object([&] { place(*one); });
      });
      json.attributeArray("stacks", [&] {
        for (const std::vector<std::size_t> *one : stacks.all)
          json.array([&] { numbers(*one); });
      });
      writeSources(json, "sources", Mentioned(result), sources);
    });
  }

private:
  llvm::json::OStream json;

  static std::string clean(std::string_view bytes) { return llvm::json::fixUTF8(bytes); }

  void number(std::size_t value) { json.value(static_cast<std::int64_t>(value)); }
  void numbers(const std::vector<std::size_t> &values) {
    for (const std::size_t value : values)
      number(value);
  }

  void place(const Place &place) {
    json.attribute("file", clean(place.file));
    json.attribute("line", place.line);
    json.attribute("column", place.column);
    json.attribute("function", clean(place.function));
    json.attribute("instruction", place.instruction);
    json.attribute("library", place.library);
  }

  /// For each event of the finding the number of its stack and the row that tells of it.
  void finding(const Finding &finding, Stacks &stacks) {
    json.attributeArray("stacks", [&] {
      for (const Event &event : finding.events)
        number(stacks.numberOf(event.stack));
    });
    const std::vector<Telling> tellings = tellingsOf(finding.events);
    json.attributeArray("rows", [&] {
      for (const Telling &one : tellings)
        json.value(one.row ? static_cast<std::int64_t>(*one.row) : -1);
    });
    json.attributeObject("calls", [&] {
      for (std::size_t i = 0; i < tellings.size(); ++i)
        if (tellings[i].row == i && !tellings[i].call.empty())
          json.attribute(std::to_string(i), clean(tellings[i].call));
    });
    json.attributeArray("ends", [&] {
      for (const End &end : endsOf(finding))
        json.object([&] {
          json.attribute("thread", end.thread);
          place(end.place);
          json.attribute("why", clean(end.why));
        });
    });
  }
};

} // namespace

void printPageData(llvm::raw_ostream &out, const Result &result,
                   const support::SourceText &sources) {
  Writer(out).page(result, sources);
}

} // namespace heddle::report
