#include "analysis/lock_cycles.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <map>
#include <set>

namespace heddle::analysis {

class CycleFinder {
public:
  CycleFinder(const LockOrder &order, const Parallel &parallel) : order(order), parallel(parallel) {
    for (std::size_t i = 0; i < order.edges().size(); ++i) {
      const LockEdge &edge = order.edges()[i];
      between[{edge.held, edge.taken}].push_back(i);
      if (edge.held != edge.taken)
        next[edge.held].insert(edge.taken);
    }
  }

  std::vector<DeadlockCandidate> run() {
    findComponents();
    for (const auto &[pair, edges] : between)
      if (pair.first == pair.second)
        consider({pair.first});
    for (const auto &[component, members] : components) {
      steps = 0;
      const std::size_t before = found.size();
      for (const LockNodeId start : members) {
        path = {start};
        walk(start, component);
      }
      if (steps <= mostSteps)
        continue;
      found.resize(before);
      addWhole(members);
    }
    return std::move(found);
  }

private:
  static constexpr std::size_t mostSteps = 20'000;
  static constexpr std::size_t mostTries = 100'000;

  /// Tarjan's strongly connected components.
  void findComponents() {
    struct Frame {
      LockNodeId node;
      std::set<LockNodeId>::const_iterator at;
    };
    std::map<LockNodeId, unsigned> number;
    std::map<LockNodeId, unsigned> low;
    std::vector<LockNodeId> stack;
    unsigned counter = 0;
    for (LockNodeId root = 0; root < order.nodes().size(); ++root) {
      if (number.contains(root))
        continue;
      std::vector<Frame> frames;
      const auto enter = [&](LockNodeId node) {
        number[node] = low[node] = ++counter;
        stack.push_back(node);
        frames.push_back({node, next[node].begin()});
      };
      enter(root);
      while (!frames.empty()) {
        Frame &frame = frames.back();
        const LockNodeId node = frame.node;
        if (frame.at != next[node].end()) {
          const LockNodeId other = *frame.at++;
          if (!number.contains(other))
            enter(other);
          else if (!componentOf.contains(other))
            low[node] = std::min(low[node], number[other]);
          continue;
        }
        frames.pop_back();
        if (!frames.empty())
          low[frames.back().node] = std::min(low[frames.back().node], low[node]);
        if (low[node] != number[node])
          continue;
        for (LockNodeId member = ~0u; member != node;) {
          member = stack.back();
          stack.pop_back();
          componentOf[member] = node;
          components[node].push_back(member);
        }
        std::ranges::sort(components[node]);
      }
    }
    std::erase_if(components, [](const auto &entry) { return entry.second.size() < 2; });
  }

  /// All simple cycles whose least node is the first of the path.
  void walk(LockNodeId at, LockNodeId component) {
    for (const LockNodeId to : next[at]) {
      if (++steps > mostSteps)
        return;
      if (to == path.front() && path.size() > 1)
        consider(path);
      if (to <= path.front() || componentOf[to] != component ||
          std::ranges::find(path, to) != path.end())
        continue;
      path.push_back(to);
      walk(to, component);
      path.pop_back();
    }
  }

  /// Whether two threads can stand at these edges at the same time.
  bool canMeet(std::size_t a, std::size_t b) {
    const auto [known, isNew] = meeting.try_emplace({std::min(a, b), std::max(a, b)}, false);
    if (!isNew)
      return known->second;
    const LockEdge &one = order.edges()[a];
    const LockEdge &other = order.edges()[b];
    known->second =
        parallel.mayHappen(one.thread, *one.chain.front(), other.thread, *other.chain.front()) &&
        !isGated(one, other);
    return known->second;
  }

  /// Whether both hold a lock that only one can hold.
  bool isGated(const LockEdge &one, const LockEdge &other) const {
    for (const HeldLock &mine : one.around)
      for (const HeldLock &theirs : other.around)
        if (mine.lock == theirs.lock &&
            (mine.mode == LockMode::Exclusive || theirs.mode == LockMode::Exclusive))
          return true;
    return false;
  }

  /// Whether one waits for what the other holds.
  bool blocks(std::size_t waits, std::size_t holds) const {
    return order.edges()[waits].takenMode == LockMode::Exclusive ||
           order.edges()[holds].heldMode == LockMode::Exclusive;
  }

  /// Chooses an edge for each link after the first `chosen.size()`; each that works is noted.
  bool choose(const std::vector<const std::vector<std::size_t> *> &links,
              std::vector<std::size_t> &chosen, std::vector<std::set<std::size_t>> &good) {
    if (chosen.size() == links.size()) {
      if (!blocks(chosen.back(), chosen.front()))
        return false;
      for (std::size_t i = 0; i < chosen.size(); ++i)
        good[i].insert(chosen[i]);
      return true;
    }
    bool works = false;
    for (const std::size_t edge : *links[chosen.size()]) {
      if (++tries > mostTries)
        return true;
      if (!chosen.empty() && !blocks(chosen.back(), edge))
        continue;
      if (!std::ranges::all_of(chosen, [&](std::size_t other) { return canMeet(edge, other); }))
        continue;
      chosen.push_back(edge);
      works |= choose(links, chosen, good);
      chosen.pop_back();
    }
    return works;
  }

  void consider(const std::vector<LockNodeId> &cycle) {
    std::vector<const std::vector<std::size_t> *> links;
    for (std::size_t i = 0; i < cycle.size(); ++i)
      links.push_back(&between[{cycle[i], cycle[(i + 1) % cycle.size()]}]);
    if (cycle.size() == 1) // Two threads, each with two of the same kind.
      links.push_back(links.front());
    std::vector<std::size_t> chosen;
    std::vector<std::set<std::size_t>> good(links.size());
    tries = 0;
    if (!choose(links, chosen, good))
      return;
    DeadlockCandidate candidate;
    for (std::size_t i = 0; i < links.size(); ++i) {
      DeadlockCandidate::Link link{cycle[i % cycle.size()], cycle[(i + 1) % cycle.size()], {}};
      if (tries > mostTries) // Too many to tell which.
        link.edges = *links[i];
      else
        link.edges.assign(good[i].begin(), good[i].end());
      candidate.links.push_back(std::move(link));
    }
    found.push_back(std::move(candidate));
  }

  void addWhole(const std::vector<LockNodeId> &members) {
    DeadlockCandidate candidate;
    for (const LockNodeId from : members)
      for (const LockNodeId to : next[from])
        if (componentOf[from] == componentOf[to])
          candidate.links.push_back({from, to, between[{from, to}]});
    found.push_back(std::move(candidate));
  }

  const LockOrder &order;
  const Parallel &parallel;
  std::map<std::pair<LockNodeId, LockNodeId>, std::vector<std::size_t>> between;
  std::map<LockNodeId, std::set<LockNodeId>> next;
  std::map<LockNodeId, LockNodeId> componentOf;
  std::map<LockNodeId, std::vector<LockNodeId>> components;
  std::map<std::pair<std::size_t, std::size_t>, bool> meeting;
  std::vector<LockNodeId> path;
  std::size_t steps = 0;
  std::size_t tries = 0;
  std::vector<DeadlockCandidate> found;
};

std::vector<DeadlockCandidate> findCycles(const LockOrder &order, const Parallel &parallel) {
  return CycleFinder(order, parallel).run();
}

} // namespace heddle::analysis
