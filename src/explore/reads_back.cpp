// Going back to what is left to decide, and deciding it otherwise.
#include "explore/loop.h"
#include "explore/reads_conflict.h"
#include "explore/reads_search.h"

#include <algorithm>

namespace heddle::explore {

bool ReadsSearch::goBack() {
  while (!nodes.empty()) {
    while (!nodes.back().targets.empty()) {
      if (isCancelled(progress)) {
        stoppedAt = placeOf(machine);
        return false;
      }
      const Target target = std::move(nodes.back().targets.back());
      nodes.back().targets.pop_back();
      if (attempt(nodes.size() - 1, target))
        return true;
    }
    ReadsNode &node = nodes.back();
    while (node.mayComeLater && (!node.isPutOff || node.hasGuesses) && !node.isSilent())
      if (comeLater(node))
        return true;
    if (node.isPutOff)
      forgetGuesses(node);
    nodes.pop_back();
  }
  return false;
}

void ReadsSearch::cut(GraphId size) {
  graph.cut(size);
  judged = std::min<std::size_t>(judged, size);
}

bool ReadsSearch::attempt(std::size_t at, const Target &target) {
  cut(nodes[at].base);
  std::optional<std::vector<GraphId>> order;
  if (!target.order.empty())
    order = target.order;
  std::vector<Bytes> writes = nodes[at].writes;
  bool isSided = !target.asked.sides.empty();
  for (unsigned tries = 0; tries < 4; ++tries) {
    if (!order)
      order = orderFor(nodes[at], target, writes);
    if (!order) {
      doubt(at, !target.wants.empty() && target.wants.back().bytes.address >= vm::cell::lifeOffset);
      return false;
    }
    switch (runTarget(at, target, *order)) {
    case Rerun::Outcome::Done:
      return finish(at, target);
    case Rerun::Outcome::Disabled:
      addDisabled(at, target, *order);
      return false;
    case Rerun::Outcome::Differs:
      break;
    }
    // Perhaps with other inputs.
    if (!isSided && !rerun.sidesThere.empty()) {
      Target other = target;
      other.order.clear();
      addSides(nodes[at], target, other);
      isSided = true;
    }
    // What it sees makes it write something else than was thought.
    const ReadsNode &node = nodes[at];
    const bool happened = graph.events.size() > node.base && graph.events[node.base].isRecorded;
    if (!happened || graph.events[node.base].writes == writes)
      break;
    writes = graph.events[node.base].writes;
    order.reset();
    cut(node.base);
  }
  // Sides that were taken somewhere may contradict each other in an order in which nobody is
  // asked for them. Inputs that go together are come to with other sides.
  if (!isSided && isWithoutSides())
    addGap("an order of steps in which they do something else", nodes[at].thread);
  return false;
}

void ReadsSearch::addDisabled(std::size_t at, const Target &target,
                              const std::vector<GraphId> &order) {
  Target other = target;
  other.order = order;
  other.asked.guesses = rerun.guesses;
  if (nextGuesses(other.asked.guesses))
    nodes[at].targets.push_back(other);
  addBlocked(nodes[at], target);
}

void ReadsSearch::doubt(std::size_t at, bool isOfLife) {
  const ReadsNode &one = nodes[at];
  std::vector<Bytes> ofAll = {{vm::cell::exitHandlers, 1}, {vm::cell::keys, 1}};
  for (const GraphEvent &event : graph.events)
    for (const vm::Effect &effect : event.effects)
      if (effect.gate == vm::Gate::Once)
        ofAll.push_back({effect.address, 1});
  for (std::size_t i = 0; i < at; ++i) {
    ReadsNode &node = nodes[i];
    if (node.mayComeLater || node.isPutOff || node.isSilent() || node.thread == one.thread)
      continue;
    const GraphEvent &event = graph.events[node.base];
    node.mayComeLater =
        !event.isIn(one.start) &&
        (isOfLife || one.isUnforeseeable || std::ranges::count(node.met, one.thread) ||
         std::ranges::any_of(event.reads, [&](const ReadFrom &read) {
           return std::ranges::any_of(
               ofAll, [&](const Bytes &bytes) { return bytes.overlaps(read.bytes); });
         }));
  }
}

std::optional<std::vector<GraphId>> ReadsSearch::orderFor(const ReadsNode &node,
                                                          const Target &target,
                                                          const std::vector<Bytes> &writes) {
  ++ordersSought;
  std::vector<GraphId> wanted = node.order;
  wanted.push_back(node.base);
  const Newcomer newcomer{node.after, target.wants, writes, node.isSilent() && node.base > 0};
  Linearised found = findOrder(std::span(graph.events).first(node.base), newcomer, wanted);
  if (found.gaveUp)
    addGap("no order of steps was found in time", node.thread);
  return std::move(found.order);
}

Rerun::Outcome ReadsSearch::runTarget(std::size_t at, const Target &target,
                                      const std::vector<GraphId> &order) {
  const ReadsNode &node = nodes[at];
  graph.reserve(node.thread, node.step, node.part);
  last = node.thread;
  return rerun.follow(order, node.isSilent() ? nobody : node.base, node.thread, target.asked);
}

bool ReadsSearch::comeLater(ReadsNode &node) {
  stepsPutOff += !node.isPutOff;
  cut(node.base);
  if (node.isPutOff)
    forgetGuesses(node);
  else
    node.sides = graph.events.back().sides.size();
  node.isPutOff = true;
  Asked asked;
  asked.guesses = node.guesses;
  const Rerun::Outcome outcome = rerun.follow(node.order, nobody, 0, asked);
  node.guesses = rerun.guesses;
  node.hasGuesses = nextGuesses(node.guesses);
  if (outcome != Rerun::Outcome::Done) {
    if (isWithoutSides())
      addGap("an order of steps in which they do something else", node.thread);
    return false;
  }
  putOff = node.putOff;
  std::erase_if(putOff, [&](const PutOff &one) { return one.thread == node.thread; });
  putOff.push_back({node.thread, node.base, node.reads, false});
  return !isVain();
}

void ReadsSearch::forgetGuesses(const ReadsNode &node) {
  std::vector<GraphEvent::Side> &sides = graph.events[node.base - 1].sides;
  sides.resize(std::min(sides.size(), node.sides));
}

bool ReadsSearch::isWithoutSides() const {
  return std::ranges::all_of(graph.events,
                             [](const GraphEvent &event) { return event.sides.empty(); });
}

bool ReadsSearch::isVain() const {
  for (std::size_t i = 0; i < machine.threadCount(); ++i)
    if (const auto thread = static_cast<vm::ThreadId>(i);
        isReady(thread) && machine.thread(thread).pending.phase == vm::Phase::Await)
      return false;
  return !machine.choices().empty() && pick() == vm::noThread;
}

} // namespace heddle::explore
