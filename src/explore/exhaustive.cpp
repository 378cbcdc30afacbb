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
    Collector collector;
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

    machine.start();
    bool isNew = true; // Whether the machine stands at a state that was not looked at yet.
    while (true) {
      if (isNew) {
        collector.look(machine, path);
        if (progress.cancel.load(std::memory_order_relaxed))
          break;
        if (collector.foundBug() && !options.all)
          break;
        isNew = false;
        const std::vector<vm::Choice> &choices = machine.choices();
        if (choices.empty()) {
          count(machine.end(), stats);
          if (options.atEnd)
            options.atEnd(machine);
          progress.executions.store(stats.executions, std::memory_order_relaxed);
        } else if (options.limits.maxDepth && path.size() >= options.limits.maxDepth) {
          collector.addGap({"max-depth",
                            "paths longer than " + std::to_string(options.limits.maxDepth) +
                                " visible operations",
                            machine.thread(choices.front().thread).pending.location});
        } else if (choices.size() == 1 && !options.dedup) {
          path.push_back(choices.front());
          machine.take(choices.front());
          isNew = true;
          continue;
        } else if (options.dedup && !fresh(machine, known, bytes)) {
          ++stats.pruned;
        } else {
          stats.states += choices.size() > 1;
          progress.states.store(stats.states, std::memory_order_relaxed);
          nodes.push_back({machine.mark(), choices, 0, path.size()});
        }
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
      isNew = true;
    }
    stats.instructions = machine.instructions();
    return collector.finish(stats);
  }

private:
  static void count(vm::End end, Stats &stats) {
    if (end == vm::End::Assumption)
      ++stats.blocked;
    else
      ++stats.executions;
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
