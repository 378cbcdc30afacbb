// Every interleaving of visible operations, depth first (paper 004, algorithm 1). The oracle for
// all other strategies: it must be obviously right.
#include "explore/team.h"
#include "explore/thread_order.h"

#include <mutex>
#include <unordered_set>

namespace heddle::explore {

namespace {

/// A point of a path and the choices there that are left to whoever has the path: [next, end).
struct Point {
  std::size_t depth = 0; ///< Length of the path up to here.
  std::size_t next = 0;
  std::size_t end = 0;
};

/// What is left of a subtree: a path and points on it. Without points: all that begins with the
/// path.
struct Unit {
  std::vector<vm::Choice> path;
  std::vector<Point> points;
};

/// States that were expanded, for --dedup.
class States {
public:
  bool isNew(const std::string &bytes) {
    const std::scoped_lock lock(mutex);
    return known.insert(bytes).second;
  }
  void count(Stats &stats) const {
    if (!known.empty())
      stats.more.emplace_back("states_kept", known.size());
  }

private:
  std::mutex mutex;
  std::unordered_set<std::string> known;
};

class Worker {
public:
  using Unit = explore::Unit;
  using Common = States;

  Worker(vm::SharedCode &code, Team<Worker> &team)
      : collector(team.teller.asFunction()), options(team.options), progress(team.progress),
        team(team), machine(code, machineOptions(options, progress, roundsOf(options))),
        asking(progress, machine) {}

  void begin(bool isFirst) {
    machine.start();
    root = machine.mark();
    isBusy = isFirst;
  }

  void takeTurn() {
    isBusy = !hasEnded || goBack();
    if (isBusy)
      isBusy = hasEnded = advance();
  }

  void adopt(const Unit &unit) {
    machine.back(root);
    path.clear();
    nodes.clear();
    auto point = unit.points.begin();
    while (true) {
      if (point != unit.points.end() && point->depth == path.size()) {
        if (point->end > machine.choices().size())
          return giveUp();
        nodes.push_back({*point++, machine.mark(), inOrder(machine.choices(), options.seed)});
      }
      if (path.size() == unit.path.size())
        break;
      if (!canTake(machine, unit.path[path.size()]))
        return giveUp();
      take(unit.path[path.size()]);
      if (path.size() < unit.path.size() || !unit.points.empty())
        collector.look(machine, path); // Known already, but maybe not to this one.
    }
    isBusy = !isCancelled(progress); // Which may have ended the last step before it was done.
    hasEnded = !unit.points.empty();
  }

  std::optional<Unit> rest() {
    Unit unit;
    if (!hasEnded) {
      unit.path = path;
      return unit;
    }
    for (const Node &node : nodes)
      if (node.point.next < node.point.end)
        unit.points.push_back(node.point);
    if (unit.points.empty())
      return std::nullopt;
    unit.path = pathTo(unit.points.back().depth);
    return unit;
  }

  Stats statsNow() const {
    Stats now = stats;
    countWork(machine, now);
    return now;
  }

  std::uint64_t work() const { return workOf(machine); }

  static void write(support::ByteWriter &to, std::span<const Unit> units, Common &) {
    to.list(units, [&](const Unit &unit) {
      explore::write(to, unit.path);
      to.list(unit.points, [&](const Point &point) {
        to.number(point.depth);
        to.number(point.next);
        to.number(point.end);
      });
    });
  }

  static void read(support::ByteReader &from, std::vector<Unit> &units, Common &) {
    from.list([&] {
      Unit &unit = units.emplace_back();
      explore::read(from, unit.path);
      from.list([&] {
        Point point;
        point.depth = from.number<std::size_t>(unit.path.size());
        point.next = from.number<std::size_t>(~0u);
        point.end = from.number<std::size_t>(~0u);
        unit.points.push_back(point);
      });
    });
  }

  static vm::Rounds roundsOf(const Options &options) {
    return options.dedup ? vm::Rounds::Free : vm::Rounds::Cut;
  }

  Stats stats;
  program::LocationId stoppedAt = program::noLocation;
  Collector collector;
  bool isBusy = false;

private:
  struct Node {
    Point point;
    std::size_t mark;
    std::vector<vm::Choice> choices;
  };

  void take(vm::Choice choice) {
    path.push_back(choice);
    machine.take(choice);
  }

  std::vector<vm::Choice> pathTo(std::size_t length) const {
    return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length)};
  }

  /// Goes on from the current state to the end of an execution; false if the search is over.
  bool advance() {
    while (true) {
      collector.look(machine, path);
      if (isCancelled(progress))
        return stop();
      const std::vector<vm::Choice> shuffled =
          options.seed ? inOrder(machine.choices(), options.seed) : std::vector<vm::Choice>();
      const std::vector<vm::Choice> &choices = options.seed ? shuffled : machine.choices();
      const bool isEnough = collector.foundBug() && !options.all;
      if (isEnough)
        team.stop = true;
      else if (team.isStopped())
        return false;
      if (choices.empty()) {
        countEnd(machine, stats);
        if (!isEnough)
          team.teller.atEnd(machine, path);
        if (!isEnough && machine.end() == vm::End::Nothing)
          findEndlessRounds();
      }
      publish(stats, published, path.size(), progress);
      if (isEnough || choices.empty())
        return !isEnough;
      if (isTooDeep(options.limits, path.size())) {
        collector.addGap(depthGap(machine, options.limits));
        return true;
      }
      if (choices.size() > 1 || options.dedup) {
        if (options.dedup && !isNew()) {
          ++stats.pruned;
          return true;
        }
        if (options.dedup && machine.cameToNothing())
          findEndlessRounds();
        stats.states += choices.size() > 1;
        nodes.push_back({{path.size(), 1, choices.size()}, machine.mark(), choices});
      }
      take(choices.front());
    }
  }

  /// A round that came to nothing is left out; if others can do no more than that, nobody would
  /// tell that they go on so for ever.
  void findEndlessRounds() {
    const std::size_t length = path.size();
    const std::size_t mark = machine.mark();
    if (machine.onlyGoesRound(path)) {
      collector.look(machine, path);
      team.teller.atEnd(machine, path);
    }
    machine.takeFaults(); // Met on another way, too.
    machine.takeGaps();
    path.resize(length);
    machine.back(mark);
    machine.drop(mark);
  }

  bool stop() {
    if (machine.end() == vm::End::Normal && !nodes.empty())
      machine.back(nodes.back().mark); // All threads are done: say where others could go on.
    stoppedAt = placeOf(machine);
    return false;
  }

  bool isNew() {
    machine.serialise(bytes);
    return team.common.isNew(bytes);
  }

  /// Takes the next choice at the deepest point where one is left; false if there is none.
  bool goBack() {
    if (team.pool.isWanted() || team.takesTurns)
      share();
    while (!nodes.empty() && nodes.back().point.next == nodes.back().point.end) {
      machine.drop(nodes.back().mark);
      nodes.pop_back();
    }
    if (nodes.empty())
      return false;
    Node &node = nodes.back();
    machine.back(node.mark);
    path.resize(node.point.depth);
    take(node.choices[node.point.next++]);
    return true;
  }

  /// Leaves what is next at the first point of the path to others.
  void share() {
    for (Node &node : nodes) {
      if (node.point.next == node.point.end)
        continue;
      std::vector<vm::Choice> prefix = pathTo(node.point.depth);
      prefix.push_back(node.choices[node.point.next++]);
      team.pool.give({std::move(prefix), {}});
      return;
    }
  }

  void giveUp() {
    if (!isCancelled(progress))
      collector.addGap(resumeGap());
    isBusy = false;
  }

  const Options &options;
  Progress &progress;
  Team<Worker> &team;
  vm::Machine machine;
  const Progress::Asking asking;
  Stats published;
  std::size_t root = 0; ///< The mark of the beginning.
  std::vector<Node> nodes;
  std::vector<vm::Choice> path;
  bool hasEnded = false; ///< The execution, and the next one is still to be found.
  std::string bytes;
};

class Exhaustive : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    return TeamSearch<Worker>(code, options, progress).run();
  }
};

} // namespace

std::unique_ptr<Explorer> makeExhaustive() {
  return std::make_unique<Exhaustive>();
}

} // namespace heddle::explore
