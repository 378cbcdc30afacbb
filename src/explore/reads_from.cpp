// The reads-from equivalence: one execution of all in which every read sees the same write.
//
// The search decides, event by event, what the next step of some thread sees. Of the executions
// that have the events decided so far, those in which it sees one of their writes are gone through
// write by write: for each of them there must be an order of the events (linearise.h) in which it
// does. Those in which it sees a write that is yet to come, or does not happen at all, are the
// rest: the step is *put off*, and from there on may only be taken when it sees something new. No
// execution is in two of these parts.
//
// The rest is only looked at if it may hold something. Let T be an execution in it, and w the first
// of its events that are not decided yet that writes something which the step e reads. All that
// comes before w in T can be done first, then e, which so sees what was decided; that execution was
// found before. There the thread of w stands where it stands in T, before an operation that may
// write what e reads, and whatever brought it there has not seen e. So it is enough to watch, in
// the executions in which e was not put off, for such operations. Where e has been put off before,
// or could not happen in some order, that execution may be in another part, and nothing is inferred
// from it.
#include "explore/reads_search.h"

#include "explore/loop.h"
#include "explore/reads_conflict.h"
#include "vm/image.h"

#include <algorithm>

namespace heddle::explore {

Answer ReadsSearch::run() {
  machine.track(true);
  machine.setContested(
      [this](std::vector<vm::TrialCell> &out) { graph.contested(machine.effects(), out); });
  rerun.start();
  addFirst();
  while (true) {
    const Way way = advance();
    if (way == Way::Over)
      break;
    if (way == Way::Ended) {
      judge();
      publish(stats, published, rerun.path.size(), progress);
    }
    if (!goBack())
      break;
  }
  countWork(machine, stats);
  stats.more.emplace_back("orders_sought", ordersSought);
  stats.more.emplace_back("steps_put_off", stepsPutOff);
  Answer answer = collector.finish(stats);
  answer.stoppedAt = stoppedAt;
  return answer;
}

bool ReadsSearch::isOver() {
  if (isCancelled(progress)) {
    stoppedAt = placeOf(machine);
    return true;
  }
  return collector.foundBug() && !options.all;
}

void ReadsSearch::addGap(const char *detail, vm::ThreadId thread) {
  if (isCancelled(progress))
    return; // Steps may have been cut short.
  const bool isThere = thread < machine.threadCount() && machine.exists(thread);
  collector.addGap({"reads-from", detail,
                    isThere ? machine.thread(thread).pending.location : program::noLocation});
}

void ReadsSearch::addFirst() {
  nodes.emplace_back();
  Target target;
  target.order = {0};
  finish(0, target);
  if (nodes.front().targets.empty())
    nodes.erase(nodes.begin());
}

ReadsSearch::Way ReadsSearch::advance() {
  while (true) {
    if (isOver()) {
      if (machine.choices().empty())
        countEnd(machine, stats);
      return Way::Over;
    }
    const vm::ThreadId thread = pick();
    if (thread == vm::noThread && addAwaiting())
      return Way::Rejected;
    if (thread == vm::noThread)
      return end();
    if (isTooDeep(options.limits, rerun.path.size())) {
      collector.addGap(depthGap(machine, options.limits));
      return Way::Ended;
    }
    if (!step(thread))
      return Way::Rejected;
  }
}

const PutOff *ReadsSearch::putOffOf(vm::ThreadId thread) const {
  const auto found = std::ranges::find(putOff, thread, &PutOff::thread);
  return found == putOff.end() ? nullptr : &*found;
}

bool ReadsSearch::isAsleep(vm::ThreadId thread) const {
  const PutOff *one = putOffOf(thread);
  return one && !one->isAwake;
}

int ReadsSearch::rankOf(vm::ThreadId thread) const {
  const vm::Pending &pending = machine.thread(thread).pending;
  if (pending.phase == vm::Phase::Await || pending.kind == program::OpKind::Read)
    return 2;
  return pending.kind == program::OpKind::Write ? 0 : 1;
}

vm::ThreadId ReadsSearch::pick() const {
  vm::ThreadId best = vm::noThread;
  int rank = 0;
  for (const vm::Choice &choice : machine.choices()) {
    if (choice.thread == best || isAsleep(choice.thread))
      continue;
    const int mine = 2 * rankOf(choice.thread) - (choice.thread == last ? 1 : 0);
    if (best == vm::noThread || mine < rank) {
      best = choice.thread;
      rank = mine;
    }
  }
  return best;
}

ReadsNode &ReadsSearch::addNode(vm::ThreadId thread) {
  ReadsNode &node = nodes.emplace_back();
  node.base = static_cast<GraphId>(graph.events.size());
  node.thread = thread;
  node.step = graph.stepsOf(thread) + 1;
  node.order = rerun.order();
  node.putOff = putOff;
  if (const PutOff *one = putOffOf(thread))
    node.bound = one->bound;
  return node;
}

bool ReadsSearch::step(vm::ThreadId thread) {
  stats.states += machine.choices().size() > 1;
  const ReadsNode &node = addNode(thread);
  Target target;
  target.order = node.order;
  target.order.push_back(node.base);
  graph.reserve(thread, node.step, 0);
  last = thread;
  rerun.step(thread, {});
  return finish(nodes.size() - 1, target);
}

bool ReadsSearch::addAwaiting() {
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto thread = static_cast<vm::ThreadId>(i);
    if (!isReady(thread) || machine.thread(thread).pending.phase != vm::Phase::Await ||
        isAsleep(thread) || rerun.waysOf(thread))
      continue;
    ReadsNode &node = addNode(thread);
    node.after = graph.afterOf(thread);
    node.start = graph.clockOf(thread);
    addBlocked(node, {});
    if (!node.targets.empty())
      return true;
    nodes.pop_back();
  }
  return false;
}

bool ReadsSearch::isReady(vm::ThreadId thread) const {
  return machine.exists(thread) && machine.thread(thread).status == vm::ThreadStatus::Ready;
}

void ReadsSearch::addBlocked(ReadsNode &node, const Target &target) {
  node.mayComeLater = true;
  effects.clear();
  machine.blockedEffects(node.thread, effects);
  std::vector<ReadFrom> reads;
  for (const Bytes &bytes : ReadsGraph::looks(effects)) {
    graph.writers().find(bytes, reads);
    addReads(node, bytes);
  }
  addTargets(std::span(graph.events).first(node.base), node.start, reads, target, node.targets);
}

void ReadsSearch::addReads(ReadsNode &node, Bytes bytes) {
  if (std::ranges::find(node.reads, bytes) == node.reads.end())
    node.reads.push_back(bytes);
}

bool ReadsSearch::finish(std::size_t at, const Target &target) {
  const GraphId base = nodes[at].base;
  if (!graph.events[base].exists) {
    addGap("what happens by itself did not", nodes[at].thread);
    return false;
  }
  {
    ReadsNode &node = nodes[at];
    const GraphEvent &event = graph.events[base];
    node.after = event.after;
    node.start = event.start;
    if (node.seen.empty())
      node.writes = certainWrites(event);
    for (const ReadFrom &read : event.reads)
      addReads(node, read.bytes);
    if (event.isUnknown)
      addGap("a step that may touch anything", event.thread);
    std::vector<std::uint32_t> sides = rerun.sidesTaken;
    for (const Asked::Guess &guess : rerun.guesses)
      sides.push_back(guess.side);
    learn(node, event);
    if (!node.seen.insert(signatureOf(event, sides)).second) {
      ++stats.pruned;
      return false;
    }
    addAlternatives(node, target);
    addTargets(std::span(graph.events).first(base), event.start, event.reads, target, node.targets);
    // Whom it wakes could have given up before.
    for (const vm::Effect &effect : event.effects)
      node.mayComeLater |= effect.kind == vm::EffectKind::Order && effect.replaces;
    if (node.bound && std::ranges::none_of(event.reads, [&](const ReadFrom &read) {
          return read.writer != nobody && read.writer >= node.bound;
        })) {
      node.mayComeLater = true;
      return false;
    }
    putOff = node.putOff;
  }
  for (GraphId i = base; i < graph.events.size(); ++i)
    note(graph.events[i]);
  for (GraphId i = base + 1; i < graph.events.size(); ++i)
    addSilent(i);
  return true;
}

void ReadsSearch::learn(ReadsNode &node, const GraphEvent &event) {
  node.isUnforeseeable |= isUnforeseeable(event.effects, event.thread);
  for (const vm::Effect &effect : event.effects)
    if (const vm::ThreadId owner = machine.stackOwner(effect.address);
        owner != vm::noThread && owner != event.thread)
      node.met.push_back(owner);
}

void ReadsSearch::addAlternatives(ReadsNode &node, const Target &target) {
  Target other;
  other.order = rerun.order();
  std::erase_if(other.order, [&](GraphId id) { return id > node.base; });
  other.wants = graph.events[node.base].reads;
  other.asked.way = target.asked.way;
  other.isWayFixed = true;
  other.asked.guesses = rerun.guesses;
  if (nextGuesses(other.asked.guesses))
    node.targets.push_back(other);
  other.asked.guesses = rerun.guesses;
  addSides(node, target, other);
  other.asked.sides.clear();
  if (!node.isSilent() && !target.isWayFixed)
    for (std::uint32_t way = 1; way < rerun.waysThere; ++way) {
      other.asked.way = way;
      node.targets.push_back(other);
    }
}

void ReadsSearch::addSides(ReadsNode &node, const Target &target, Target &other) {
  for (std::size_t i = target.asked.sides.size(); i < rerun.sidesThere.size(); ++i)
    for (std::uint32_t side = 1; side < rerun.sidesThere[i]; ++side) {
      other.asked.sides.assign(rerun.sidesTaken.begin(),
                               rerun.sidesTaken.begin() + static_cast<std::ptrdiff_t>(i));
      other.asked.sides.push_back(side);
      node.targets.push_back(other);
    }
}

void ReadsSearch::note(const GraphEvent &event) {
  std::erase_if(putOff, [&](const PutOff &one) {
    return (one.thread == event.thread && !event.isSilent()) ||
           std::ranges::any_of(event.effects, [&](const vm::Effect &effect) {
             return effect.kind == vm::EffectKind::Order && effect.other == one.thread;
           });
  });
  for (PutOff &one : putOff)
    for (const Bytes &bytes : one.reads)
      one.isAwake |= mayWrite(event, bytes);
}

bool ReadsSearch::mayWrite(const GraphEvent &event, Bytes bytes) {
  return std::ranges::any_of(event.writes, [&](const Bytes &one) { return one.overlaps(bytes); });
}

void ReadsSearch::addSilent(GraphId id) {
  const GraphEvent &event = graph.events[id];
  ReadsNode node;
  node.base = id;
  node.thread = event.thread;
  node.step = event.step;
  node.part = event.part;
  node.after = event.after;
  node.start = event.start;
  node.writes = event.writes;
  node.order = rerun.order();
  std::erase_if(node.order, [&](GraphId one) { return one >= id; });
  node.putOff = putOff;
  node.seen.insert(signatureOf(event, {}));
  addTargets(std::span(graph.events).first(id), event.start, event.reads, {}, node.targets);
  if (!node.targets.empty())
    nodes.push_back(std::move(node));
}

namespace {

class ReadsFrom : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    const vm::Image &image = code.image();
    const bool cancels = image.cancels();
    if (!cancels && !image.assumesInSections())
      return ReadsSearch(code, options, progress).run();
    // Who goes on depends on whom others may cancel, which is not told as a read; and what a
    // section writes that is undone is told as a write.
    if (options.say)
      options.say(cancels ? "threads may be cancelled: dpor, without reads-from"
                          : "atomic sections may assume: dpor, without reads-from");
    Answer answer = makeDpor()->run(code, options, progress);
    answer.phases.push_back({"dpor", answer.stats.executions, 1});
    return answer;
  }
};

} // namespace

std::unique_ptr<Explorer> makeReadsFrom() {
  return std::make_unique<ReadsFrom>();
}

} // namespace heddle::explore
