#include "report/sarif.h"

#include "report/diff.h"
#include "report/json.h"
#include "report/kinds.h"
#include "report/library_calls.h"
#include "report/pairs.h"
#include "report/uri.h"

#include <algorithm>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <map>

namespace heddle::report {
namespace {

constexpr llvm::StringLiteral schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The words that section 3.38.8 has for what happens at a step. The last one is Heddle's own.
std::vector<std::string> kindsOf(const std::string &operation) {
  using Words = std::vector<std::string>;
  Words words =
      llvm::StringSwitch<Words>(operation)
          .Cases("lock", "try-lock", "timed-lock", "read-lock", "write-lock", {"acquire", "lock"})
          .Cases("try-read-lock", "timed-read-lock", "try-write-lock", "timed-write-lock",
                 {"acquire", "lock"})
          .Cases("unlock", "rw-unlock", {"release", "lock"})
          .Cases("read", "write", "read-modify-write", "compare-exchange", "bulk-copy", {"memory"})
          .Case("allocate", {"acquire", "memory"})
          .Case("free", {"release", "memory"})
          .Cases("semaphore-wait", "semaphore-try-wait", "semaphore-timed-wait",
                 {"acquire", "resource"})
          .Case("semaphore-post", {"release", "resource"})
          .Case("thread-exit", {"exit", "function"})
          .Default({});
  if (!operation.empty() && std::ranges::find(words, operation) == words.end())
    words.push_back(operation);
  return words;
}

/// What one thread does at one moment.
struct Step {
  std::size_t order = 0; ///< From 1, over all threads.
  const Place *place = nullptr;
  std::string text;
  const Event *event = nullptr; ///< Nothing where the execution ends.
  bool isEssential = false;
};

class Writer {
public:
  Writer(llvm::raw_ostream &out, const support::SourceText &sourceLines, std::string directory)
      : json(out, 2), sources(sourceLines), root(std::move(directory)) {}

  void log(const Result &result) {
    json.object([&] {
      json.attribute("$schema", schema);
      json.attribute("version", "2.1.0");
      json.attributeArray("runs", [&] { json.object([&] { run(result); }); });
    });
  }

private:
  llvm::json::OStream json;
  const support::SourceText &sources;
  const std::string root;
  std::map<std::string, std::size_t> numbers; ///< Of the files met so far.
  std::vector<std::string> files;

  static std::string clean(std::string_view bytes) { return llvm::json::fixUTF8(bytes); }

  void text(llvm::StringRef key, std::string_view value) { json.attribute(key, clean(value)); }

  void message(std::string_view value) {
    json.attributeObject("message", [&] { text("text", value); });
  }

  template <class T, class Fields> void list(llvm::StringRef key, const T &values, Fields fields) {
    json.attributeArray(key, [&] {
      for (const auto &value : values)
        json.object([&] { fields(value); });
    });
  }

  void run(const Result &result) {
    json.attributeObject("tool", [&] {
      json.attributeObject("driver", [&] {
        text("name", "heddle");
        text("version", HEDDLE_VERSION);
        text("semanticVersion", HEDDLE_VERSION);
        list("rules", result.diff ? diffKinds() : kinds(), [&](const Kind &kind) { rule(kind); });
      });
    });
    json.attributeObject("originalUriBaseIds", [&] {
      json.attributeObject("%SRCROOT%", [&] { text("uri", uriOfDirectory(root)); });
    });
    text("columnKind", "unicodeCodePoints");
    const std::vector<Finding> candidates = result.pairs  ? candidatesOf(*result.pairs)
                                            : result.diff ? candidatesOf(*result.diff)
                                                          : std::vector<Finding>();
    json.attributeArray("results", [&] {
      for (const Finding &one : result.findings)
        json.object([&] { finding(one, "error"); });
      for (const Finding &one : candidates)
        json.object([&] { finding(one, "warning"); });
    });
    json.attributeArray("invocations", [&] { json.object([&] { invocation(result); }); });
    list("artifacts", files, [&](const std::string &file) {
      json.attributeObject("location", [&] { address(file); });
    });
    json.attributeObject("properties", [&] {
      text("command", result.command);
      text("verdict", name(result.verdict));
      texts("covers", result.covers);
      texts("assumes", result.assumes);
    });
  }

  void texts(llvm::StringRef key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(clean(value));
    });
  }

  void rule(const Kind &kind) {
    text("id", kind.name);
    json.attributeObject("shortDescription", [&] { text("text", kind.description); });
    json.attributeObject("defaultConfiguration", [&] { text("level", "error"); });
    if (kind.cwe != 0)
      json.attributeObject(
          "properties", [&] { texts("tags", {"external/cwe/cwe-" + std::to_string(kind.cwe)}); });
  }

  void invocation(const Result &result) {
    json.attribute("executionSuccessful", result.incomplete.empty());
    json.attribute("exitCode", static_cast<int>(exitCode(result)));
    json.attributeObject("workingDirectory", [&] { text("uri", uriOfDirectory(root)); });
    list("toolExecutionNotifications", result.incomplete, [&](const Incomplete &one) {
      text("level", "warning");
      json.attributeObject("descriptor", [&] { text("id", one.reason); });
      message(one.detail.empty() ? one.reason : one.detail);
      if (!one.place.file.empty() || !one.place.function.empty())
        json.attributeArray("locations", [&] { json.object([&] { location(one.place); }); });
    });
  }

  void address(const std::string &file) {
    const FileUri uri = uriOf(file, root);
    text("uri", uri.uri);
    if (uri.isRelative)
      text("uriBaseId", "%SRCROOT%");
  }

  std::size_t numberOf(const std::string &file) {
    const auto [entry, isNew] = numbers.try_emplace(file, files.size());
    if (isNew)
      files.push_back(file);
    return entry->second;
  }

  /// Compilers count bytes; the format knows characters only.
  unsigned columnOf(const Place &place) const {
    const auto line = sources.line(place.file, place.line);
    if (!line)
      return place.column;
    const std::string_view before =
        line->substr(0, std::min<std::size_t>(place.column - 1, line->size()));
    const auto inside = std::ranges::count_if(before, [](char c) { return (c & 0xC0) == 0x80; });
    return place.column - static_cast<unsigned>(inside);
  }

  void location(const Place &place) {
    if (!place.file.empty())
      json.attributeObject("physicalLocation", [&] {
        json.attributeObject("artifactLocation", [&] {
          address(place.file);
          json.attribute("index", static_cast<std::int64_t>(numberOf(place.file)));
        });
        if (place.line == 0)
          return;
        json.attributeObject("region", [&] {
          json.attribute("startLine", place.line);
          if (place.column != 0)
            json.attribute("startColumn", columnOf(place));
        });
      });
    if (!place.function.empty())
      json.attributeArray("logicalLocations", [&] {
        json.object([&] {
          text("name", place.function);
          text("kind", "function");
        });
      });
  }

  /// `level` is "warning" for what nobody has seen happen.
  void finding(const Finding &finding, std::string_view level) {
    text("ruleId", finding.kind);
    const auto diffNumber = diffKindNumber(finding.kind);
    if (const auto number = diffNumber ? diffNumber : kindNumber(finding.kind))
      json.attribute("ruleIndex", static_cast<std::int64_t>(*number));
    text("level", level);
    message(finding.message);
    json.attributeArray("locations", [&] { json.object([&] { location(finding.place); }); });
    std::int64_t id = 0;
    list("relatedLocations", finding.participants, [&](const Participant &one) {
      json.attribute("id", ++id);
      location(one.place);
      message(shownThread(finding, one.thread) + ": " + one.role);
    });
    stacks(finding);
    if (const auto steps = stepsOf(finding); !steps.empty())
      json.attributeArray("codeFlows", [&] { json.object([&] { codeFlow(finding, steps); }); });
    json.attributeObject("properties", [&] {
      json.attributeObject("inputs", [&] { writeValues(json, finding.inputs); });
      if (!finding.areInputsSmallest)
        json.attribute("inputsSmallest", false);
      text("test", finding.test);
      json.attribute("switches", finding.switches);
      text("output", finding.output);
      if (!finding.native.empty())
        text("native", finding.native);
    });
  }

  void stacks(const Finding &finding) {
    std::vector<const Participant *> having;
    for (const Participant &one : finding.participants)
      if (!one.stack.empty())
        having.push_back(&one);
    list("stacks", having, [&](const Participant *one) {
      message(shownThread(finding, one->thread) + ": " + one->role);
      std::vector<const Place *> frames;
      // Models are nowhere on the disk; what is in them is told at the user's line.
      for (const Place &frame : one->stack)
        if (!frame.library)
          frames.push_back(&frame);
      list("frames", frames, [&](const Place *frame) {
        json.attributeObject("location", [&] { location(*frame); });
        json.attribute("threadId", one->thread);
      });
    });
  }

  /// Of each thread that does something, by its id.
  static std::map<unsigned, std::vector<Step>> stepsOf(const Finding &finding) {
    std::map<unsigned, std::vector<Step>> steps;
    const std::vector<Telling> tellings = tellingsOf(finding.events);
    std::size_t order = 0;
    for (std::size_t i = 0; i < finding.events.size(); ++i) {
      if (tellings[i].row != i)
        continue;
      const Event &event = finding.events[i];
      const bool isEssential =
          std::ranges::any_of(finding.participants, [&](const Participant &one) {
            return one.event && *one.event < tellings.size() && tellings[*one.event].row == i;
          });
      steps[event.thread].push_back(
          {++order, &event.place,
           tellings[i].call.empty() ? event.text : "calls " + tellings[i].call, &event,
           isEssential});
    }
    const bool alone = failsAlone(finding);
    for (const Participant &one : finding.participants) {
      if (finding.kind == "data-race")
        break;
      steps[one.thread].push_back(
          {++order, &one.place, alone ? finding.message : one.role, nullptr, true});
      if (alone)
        break;
    }
    return steps;
  }

  void codeFlow(const Finding &finding, const std::map<unsigned, std::vector<Step>> &steps) {
    message("the interleaving");
    list("threadFlows", steps, [&](const auto &flow) {
      const auto &[thread, own] = flow;
      const auto known = std::ranges::find(finding.threads, thread, &Thread::id);
      text("id", known == finding.threads.end() ? "T" + std::to_string(thread) : known->name);
      message(shownThread(finding, thread));
      list("locations", own, [&](const Step &one) { step(one); });
    });
  }

  void step(const Step &step) {
    json.attributeObject("location", [&] {
      location(*step.place);
      message(step.text);
    });
    texts("kinds", step.event ? kindsOf(step.event->kind) : std::vector<std::string>{"danger"});
    if (step.event) {
      const auto depth = std::ranges::count(step.event->stack, false, &Place::library);
      json.attribute("nestingLevel", std::max<std::int64_t>(depth - 1, 0));
      state(*step.event);
    }
    json.attribute("executionOrder", static_cast<std::int64_t>(step.order));
    text("importance", step.isEssential ? "essential" : "important");
  }

  void state(const Event &event) {
    const bool hasValue = !event.object.empty() && !event.value.empty();
    if (!hasValue && event.held.empty())
      return;
    json.attributeObject("state", [&] {
      if (hasValue)
        json.attributeObject(clean(event.object), [&] { text("text", event.value); });
      // No name of the program has a space and no bracket.
      if (!event.held.empty())
        json.attributeObject("locks held", [&] { text("text", joined(event.held)); });
    });
  }

  static std::string joined(const std::vector<std::string> &names) {
    std::string all;
    for (const std::string &name : names)
      all += (all.empty() ? "" : ", ") + name;
    return all;
  }
};

} // namespace

void printSarif(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources,
                const std::string &directory) {
  Writer(out, sources, directory).log(result);
  out << "\n";
}

} // namespace heddle::report
