#include "report/json.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <set>

namespace heddle::report {
namespace {

constexpr int schema = 1;

/// Writes the parts of a result; strings may hold any bytes, JSON may not.
class Writer {
public:
  Writer(llvm::raw_ostream &out, unsigned indent) : json(out, indent) {}

  void result(const Result &result) {
    json.object([&] {
      json.attribute("schema", schema);
      json.attributeObject("tool", [&] {
        text("name", "heddle");
        text("version", HEDDLE_VERSION);
      });
      text("command", result.command);
      if (result.verdict == Verdict::None)
        json.attribute("verdict", nullptr);
      else
        text("verdict", name(result.verdict));
      if (!result.strategy.empty())
        search(result);
      texts("covers", result.covers);
      texts("assumes", result.assumes);
      list("incomplete", result.incomplete, [&](const Incomplete &one) {
        text("reason", one.reason);
        text("detail", one.detail);
        place(one.place);
      });
      if (!result.notes.empty())
        texts("notes", result.notes);
      list("findings", result.findings, [&](const Finding &one) { finding(one); });
      json.attributeObject("stats", [&] { stats(result.stats); });
      if (result.output)
        text("output", *result.output);
      if (result.inspection)
        inspection(*result.inspection);
      if (result.pairs)
        pairs(*result.pairs);
      if (result.diff)
        diff(*result.diff);
      if (result.defuse)
        defuse(*result.defuse);
      if (!result.explanations.empty())
        explanations(result.explanations);
      if (result.reach)
        reach(*result.reach);
    });
  }

private:
  llvm::json::OStream json;

  static std::string clean(std::string_view bytes) { return llvm::json::fixUTF8(bytes); }

  void text(llvm::StringRef key, std::string_view value) { json.attribute(key, clean(value)); }

  void texts(llvm::StringRef key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(clean(value));
    });
  }

  template <class T, class Fields>
  void list(llvm::StringRef key, const std::vector<T> &values, Fields fields) {
    json.attributeArray(key, [&] {
      for (const T &value : values)
        json.object([&] { fields(value); });
    });
  }

  void place(const Place &place) {
    text("file", place.file);
    json.attribute("line", place.line);
    json.attribute("column", place.column);
    text("function", place.function);
    if (place.instruction != 0)
      json.attribute("instruction", place.instruction);
  }

  void places(llvm::StringRef key, const std::vector<Place> &values) {
    list(key, values, [&](const Place &one) { place(one); });
  }

  void finding(const Finding &finding) {
    text("kind", finding.kind);
    text("message", finding.message);
    place(finding.place);
    list("threads", finding.threads, [&](const Thread &thread) {
      json.attribute("id", thread.id);
      text("name", thread.name);
      text("function", thread.function);
    });
    list("locations", finding.participants, [&](const Participant &one) {
      place(one.place);
      text("role", one.role);
      json.attribute("thread", one.thread);
      if (one.event)
        json.attribute("event", static_cast<std::int64_t>(*one.event));
      list("stack", one.stack, [&](const Place &frame) {
        place(frame);
        json.attribute("library", frame.library);
      });
    });
    json.attributeObject("inputs", [&] { writeValues(json, finding.inputs); });
    if (!finding.areInputsSmallest)
      json.attribute("inputs_smallest", false);
    json.attribute("events", static_cast<std::int64_t>(finding.events.size()));
    json.attribute("switches", finding.switches);
    text("test", finding.test);
    if (!finding.native.empty())
      text("native", finding.native);
    text("output", finding.output);
    list("interleaving", finding.events, [&](const Event &event) {
      json.attribute("thread", event.thread);
      text("kind", event.kind);
      text("object", event.object);
      text("text", event.text);
      place(event.place);
      texts("held", event.held);
      rest(event);
    });
  }

  /// What only some events have.
  void rest(const Event &event) {
    if (!event.value.empty())
      text("value", event.value);
    if (!event.before.empty())
      text("before", event.before);
    if (event.other)
      json.attribute("other", *event.other);
    if (event.links.empty())
      return;
    list("links", event.links, [&](const Link &link) {
      text("kind", link.kind);
      json.attribute("from", static_cast<std::int64_t>(link.from));
    });
  }

  void search(const Result &result) {
    text("strategy", result.strategy);
    list("phases", result.phases, [&](const Phase &phase) {
      text("strategy", phase.strategy);
      json.attribute("executions", phase.executions);
      json.attribute("workers", phase.workers);
    });
    json.attributeObject("by", [&] {
      for (const auto &[property, argument] : result.by)
        text(property, argument);
    });
    if (result.raceFree)
      raceFree(*result.raceFree);
    if (result.pairOutcomes)
      list("pair_fates", *result.pairOutcomes, [&](const PairOutcome &one) { fate(one); });
  }

  void fate(const PairOutcome &one) {
    text("kind", one.kind);
    text("variable", one.variable);
    for (const auto &[key, side] : {std::pair("a", &one.a), std::pair("b", &one.b)})
      json.attributeObject(key, [&] {
        place(side->place);
        text("access", side->access);
      });
    text("status", one.status);
    text("reason", one.reason);
    text("why", one.why);
    json.attribute("focused", one.isFocused);
    if (one.failure.empty())
      return;
    text("failure", one.failure);
    if (one.failedAt)
      json.attributeObject("failed_at", [&] { place(*one.failedAt); });
    text("test", one.test);
  }

  void raceFree(const RaceArgument &argument) {
    json.attributeObject("race_freedom", [&] {
      json.attribute("pairs", argument.pairs);
      json.attribute("locked", argument.locked);
      json.attribute("own_locks", argument.own);
      json.attribute("atomic", argument.atomic);
      json.attribute("ordered", argument.ordered);
      list("locks", argument.locks, [&](const RaceArgument::Lock &lock) {
        text("name", lock.name);
        json.attribute("pairs", lock.pairs);
      });
      list("orders", argument.orders, [&](const RaceArgument::Order &order) {
        text("kind", order.kind);
        text("name", order.name);
        json.attributeObject("release", [&] { place(order.release); });
        json.attributeObject("acquire", [&] { place(order.acquire); });
      });
    });
  }

  void stats(const Stats &stats) {
    json.attribute("executions", stats.executions);
    json.attribute("pruned", stats.pruned);
    json.attribute("blocked", stats.blocked);
    json.attribute("states", stats.states);
    json.attribute("instructions", stats.instructions);
    json.attribute("solver_calls", stats.solverCalls);
    json.attribute("seconds", stats.seconds);
    json.attribute("peak_memory_mb", stats.peakMemoryMb);
    json.attributeObject("more", [&] { writeValues(json, stats.more); });
  }

  void side(const PairSide &side) {
    place(side.place);
    text("thread", side.thread);
    text("access", side.access);
    if (!side.library.empty())
      text("library", side.library);
    if (side.caller)
      json.attributeObject("caller", [&] { place(*side.caller); });
    texts("locks", side.locks);
  }

  void pairs(const PairReport &report) {
    list("threads", report.threads, [&](const StaticThread &thread) {
      text("name", thread.name);
      text("function", thread.function);
      if (thread.creation)
        json.attributeObject("creation", [&] { place(*thread.creation); });
      json.attribute("many", thread.isMany);
    });
    list("pairs", report.pairs, [&](const AccessPair &pair) {
      text("kind", pair.kind);
      text("variable", pair.variable);
      json.attributeObject("a", [&] { side(pair.a); });
      json.attributeObject("b", [&] { side(pair.b); });
      json.attribute("protected", pair.isProtected);
      text("why", pair.why);
    });
    list("deadlocks", report.deadlocks, [&](const LockCycle &cycle) { links(cycle); });
    list("waits", report.waits, [&](const WaitWarning &warning) {
      text("variable", warning.variable);
      json.attributeObject("wait", [&] { side(warning.wait); });
      if (warning.signal)
        json.attributeObject("signal", [&] { side(*warning.signal); });
    });
  }

  void edge(const DiffEdge &edge) {
    const auto maybe = [&](llvm::StringRef key, const std::optional<Place> &value) {
      if (value)
        json.attributeObject(key, [&] { place(*value); });
      else
        json.attribute(key, nullptr);
    };
    text("variable", edge.variable);
    json.attribute("initial", !edge.write.has_value());
    maybe("write", edge.write);
    json.attributeObject("read", [&] { place(edge.read); });
    text("writer", edge.writer);
    text("reader", edge.reader);
    maybe("write_elsewhere", edge.writeElsewhere);
    maybe("read_elsewhere", edge.readElsewhere);
  }

  void links(const LockCycle &cycle) {
    list("links", cycle.links, [&](const LockCycle::Link &link) {
      text("thread", link.thread);
      text("holds", link.held);
      json.attributeObject("held_at", [&] { place(link.heldAt); });
      text("wants", link.wanted);
      json.attributeObject("wanted_at", [&] { place(link.wantedAt); });
    });
  }

  void defuse(const DefuseReport &report) {
    list("pairs", report.pairs, [&](const DefusePair &one) {
      text("variable", one.variable);
      if (one.write)
        json.attributeObject("write", [&] { place(*one.write); });
      else
        json.attribute("write", nullptr);
      json.attributeObject("read", [&] { place(one.read); });
      text("status", one.status);
      text("test", one.test);
      if (!one.why.empty())
        text("why", one.why);
    });
    list("branch_pairs", report.branchPairs, [&](const DefuseBranchPair &one) {
      json.attributeObject("write", [&] {
        place(one.write);
        json.attribute("side", one.writeSide);
      });
      json.attributeObject("read", [&] {
        place(one.read);
        json.attribute("side", one.readSide);
      });
      json.attribute("covered", one.isCovered);
    });
    list("invariants", report.invariants, [&](const DefuseInvariant &one) {
      text("kind", one.kind);
      text("variable", one.variable);
      json.attributeObject("read", [&] { place(one.read); });
      json.attributeArray("pairs", [&] {
        for (const std::size_t number : one.pairs)
          json.value(static_cast<std::int64_t>(number));
      });
      text("why", one.why);
    });
    json.attribute("guided", static_cast<std::int64_t>(report.guided));
    json.attribute("completing", static_cast<std::int64_t>(report.completing));
    json.attribute("searched", static_cast<std::int64_t>(report.searched));
    json.attribute("inferred", static_cast<std::int64_t>(report.inferred));
    json.attribute("replayed", static_cast<std::int64_t>(report.replayed));
    text("database", report.database);
  }

  void reach(const ReachReport &report) {
    list("questions", report.questions, [&](const ReachQuestion &one) {
      texts("targets", one.targets);
      text("status", one.status);
      text("by", one.by);
      text("test", one.test);
      if (!one.message.empty())
        text("message", one.message);
      if (!one.warning.empty())
        text("warning", one.warning);
      text("why", one.why);
      json.attribute("states", one.states);
      json.attribute("refinements", one.refinements);
      json.attribute("trace_sets", static_cast<std::int64_t>(one.traceSets));
      json.attribute("trace_length", static_cast<std::int64_t>(one.length));
      list("steps", one.steps, [&](const ReachStep &step) {
        place(step.place);
        text("what", step.what);
        json.attribute("target", static_cast<std::int64_t>(step.target));
        json.attribute("segment", step.segment);
        json.attribute("passed", step.isPassed);
      });
      list("blocked", one.blocks, [&](const ReachBlock &block) {
        place(block.place);
        text("thread", block.thread);
        json.attribute("times", block.times);
        json.attributeObject("values", [&] { writeValues(json, block.values); });
      });
    });
  }

  void diff(const DiffReport &report) {
    text("old", report.old);
    text("new", report.current);
    json.attribute("rank", report.rank);
    text("relationship", report.relationship);
    list("differences", report.differences, [&](const DiffDifference &one) {
      text("only_in", one.onlyIn);
      json.attribute("rank", one.rank);
      text("relation", one.relation);
      list("edges", one.edges, [&](const DiffEdge &each) { edge(each); });
      text("status", one.status);
      text("test", one.test);
      text("why", one.why);
      if (!one.shown.empty())
        text("execution", one.shown);
      json.attribute("apart", one.isApart);
      json.attribute("counts", one.counts);
    });
    list("lock_order", report.lockOrder, [&](const DiffLockCycle &one) {
      text("only_in", one.onlyIn);
      links(one.cycle);
      text("why", one.why);
    });
    list("threads", report.threads, [&](const DiffThread &one) {
      text("kind", one.kind);
      text("only_in", one.onlyIn);
      text("routine", one.routine);
      place(one.place);
      json.attributeObject("creation", [&] { place(one.creation); });
    });
    list("exclusion", report.exclusion, [&](const DiffExclusion &one) {
      text("kind", one.kind);
      text("only_in", one.onlyIn);
      text("variable", one.variable);
      list("accesses", one.accesses, [&](const DiffExclusion::Access &access) {
        place(access.place);
        text("thread", access.thread);
        text("what", access.what);
        if (access.elsewhere)
          json.attributeObject("elsewhere", [&] { place(*access.elsewhere); });
        else
          json.attribute("elsewhere", nullptr);
      });
      text("why", one.why);
    });
    list("statements", report.statements, [&](const DiffStatement &one) {
      text("only_in", one.onlyIn);
      text("what", one.what);
      place(one.place);
    });
    list("relations", report.relations, [&](const DiffRelation &one) {
      text("side", one.side);
      text("name", one.name);
      json.attributeArray("rows", [&] {
        for (const std::vector<std::string> &row : one.rows)
          json.array([&] {
            for (const std::string &value : row)
              json.value(clean(value));
          });
      });
    });
  }

  void explanations(const std::vector<Explanation> &all) {
    list("explanations", all, [&](const Explanation &one) {
      text("word", one.word);
      text("sort", name(one.sort));
      text("summary", one.summary);
      if (!one.property.empty())
        text("property", one.property);
      text("text", one.text);
      if (one.example.empty())
        return;
      text("language", one.language);
      text("example", one.example);
      text("mended", one.mended);
    });
  }

  void inspection(const Inspection &inspection) {
    list("threads", inspection.threads, [&](const ThreadEntry &thread) {
      text("function", thread.function);
      places("creations", thread.creations);
      json.attribute("in_loop", thread.inLoop);
    });
    list("shared_globals", inspection.sharedGlobals, [&](const SharedGlobal &global) {
      text("name", global.name);
      text("file", global.place.file);
      json.attribute("line", global.place.line);
      texts("functions", global.functions);
    });
    list("accesses", inspection.accesses, [&](const Access &access) {
      text("kind", access.kind);
      place(access.place);
      text("variable", access.variable);
    });
  }
};

} // namespace

void writeValues(llvm::json::OStream &json,
                 const std::vector<std::pair<std::string, std::string>> &values) {
  std::set<std::string> used;
  for (const auto &[name, value] : values) {
    const std::string cleanName = llvm::json::fixUTF8(name);
    std::string key = cleanName;
    for (unsigned again = 2; !used.insert(key).second; ++again)
      key = cleanName + "#" + std::to_string(again);
    std::int64_t number = 0;
    if (llvm::to_integer(value, number, 10))
      json.attribute(key, number);
    else
      json.attribute(key, llvm::json::fixUTF8(value));
  }
}

void printJson(llvm::raw_ostream &out, const Result &result) {
  Writer(out, 2).result(result);
  out << "\n";
}

void printCompactJson(llvm::raw_ostream &out, const Result &result) {
  Writer(out, 0).result(result);
}

} // namespace heddle::report
