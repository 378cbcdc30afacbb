// Every interleaving of visible operations, depth first (paper 004, algorithm 1). The oracle for
// all other strategies: it must be obviously right.
#include "explore/collector.h"

#include <unordered_set>

namespace heddle::explore {

namespace {

class Exhaustive : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    vm::Options vmOptions = options.vm;
    vmOptions.cancel = &progress.cancel;
    vm::Machine machine(code, vmOptions);
    const Progress::Asking asking(progress, machine);
    Collector collector(options.onFound);
    Stats stats;
    struct Node {
      std::size_t mark;
      std::vector<vm::Choice> choices;
      std::size_t next;
      std::size_t depth; ///< Length of the path up to here.
    };
    std::vector<Node> nodes;
    std::vector<vm::Choice> path;
    std::unordered_set<std::string> known;
    std::string bytes;
    program::LocationId stoppedAt = program::noLocation;

    machine.start();
    while (true) {
      collector.look(machine, path);
      if (progress.cancel.load(std::memory_order_relaxed)) {
        if (machine.end() == vm::End::Normal && !nodes.empty())
          machine.back(nodes.back().mark); // All threads are done: say where others could go on.
        stoppedAt = placeOf(machine);
        break;
      }
      if (collector.foundBug() && !options.all) {
        if (machine.choices().empty())
          count(machine.end(), stats);
        break;
      }
      const std::vector<vm::Choice> &choices = machine.choices();
      if (choices.empty()) {
        count(machine.end(), stats);
        if (options.atEnd)
          options.atEnd(machine);
        progress.executions.store(stats.executions, std::memory_order_relaxed);
      } else if (options.limits.maxDepth && path.size() >= options.limits.maxDepth) {
        collector.addGap(
            {"max-depth",
             "paths longer than " + std::to_string(options.limits.maxDepth) + " visible operations",
             machine.thread(choices.front().thread).pending.location});
      } else if (choices.size() == 1 && !options.dedup) {
        path.push_back(choices.front());
        machine.take(choices.front());
        continue;
      } else if (options.dedup && !fresh(machine, known, bytes)) {
        ++stats.pruned;
        progress.pruned.store(stats.pruned, std::memory_order_relaxed);
      } else {
        stats.states += choices.size() > 1;
        progress.states.store(stats.states, std::memory_order_relaxed);
        nodes.push_back({machine.mark(), choices, 0, path.size()});
      }
      while (!nodes.empty() && nodes.back().next == nodes.back().choices.size()) {
        machine.drop(nodes.back().mark);
        nodes.pop_back();
      }
      if (nodes.empty())
        break;
      Node &node = nodes.back();
      if (node.next > 0 || path.size() > node.depth)
        machine.back(node.mark);
      path.resize(node.depth);
      const vm::Choice choice = node.choices[node.next++];
      path.push_back(choice);
      machine.take(choice);
    }
    stats.instructions = machine.instructions();
    stats.more.emplace_back("undo_log_bytes", machine.longestUndoLog());
    countQuestions(machine, stats);
    if (options.dedup)
      stats.more.emplace_back("states_kept", known.size());
    Answer answer = collector.finish(stats);
    answer.stoppedAt = stoppedAt;
    return answer;
  }

private:
  static void count(vm::End end, Stats &stats) {
    if (end == vm::End::Assumption)
      ++stats.blocked;
    else
      ++stats.executions;
  }

  /// Where the thread stands that was interrupted, or else the one that would go on.
  static program::LocationId placeOf(const vm::Machine &machine) {
    for (std::size_t i = 0; i < machine.threadCount(); ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Standing)
        continue;
      for (const vm::Machine::StackEntry &entry : machine.stack(id))
        if (!entry.fromModel && entry.location != program::noLocation)
          return entry.location;
    }
    if (machine.choices().empty())
      return program::noLocation;
    return machine.thread(machine.choices().front().thread).pending.location;
  }

  static bool fresh(vm::Machine &machine, std::unordered_set<std::string> &known,
                    std::string &bytes) {
    machine.serialise(bytes);
    return known.insert(bytes).second;
  }
};

} // namespace

std::unique_ptr<Explorer> makeExhaustive() {
  return std::make_unique<Exhaustive>();
}

} // namespace heddle::explore
