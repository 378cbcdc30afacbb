// Every interleaving of visible operations, depth first (paper 004, algorithm 1). The oracle for
// all other strategies: it must be obviously right.
#include "explore/collector.h"
#include "explore/loop.h"

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
      if (isCancelled(progress)) {
        if (machine.end() == vm::End::Normal && !nodes.empty())
          machine.back(nodes.back().mark); // All threads are done: say where others could go on.
        stoppedAt = placeOf(machine);
        break;
      }
      if (collector.foundBug() && !options.all) {
        if (machine.choices().empty())
          countEnd(machine, stats);
        break;
      }
      const std::vector<vm::Choice> &choices = machine.choices();
      if (choices.empty()) {
        countEnd(machine, stats);
        if (options.atEnd)
          options.atEnd(machine, path);
      } else if (isTooDeep(options.limits, path.size())) {
        collector.addGap(depthGap(machine, options.limits));
      } else if (choices.size() == 1 && !options.dedup) {
        path.push_back(choices.front());
        machine.take(choices.front());
        continue;
      } else if (options.dedup && !fresh(machine, known, bytes)) {
        ++stats.pruned;
      } else {
        stats.states += choices.size() > 1;
        nodes.push_back({machine.mark(), choices, 0, path.size()});
      }
      publish(stats, path.size(), progress);
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
    countWork(machine, stats);
    if (options.dedup)
      stats.more.emplace_back("states_kept", known.size());
    Answer answer = collector.finish(stats);
    answer.stoppedAt = stoppedAt;
    return answer;
  }

private:
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
