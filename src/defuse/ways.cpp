#include "defuse/ways.h"

#include <algorithm>

namespace heddle::defuse {

using Op = program::OpKind;
using Cover = trace::Prediction::Cover;

namespace {

/// The number that a condition which holds says something is.
std::optional<std::uint64_t> numberOf(expr::Ref condition) {
  if (condition->op != expr::Op::Equal)
    return std::nullopt;
  if (condition->a->isConstant())
    return condition->a->value;
  return condition->b->isConstant() ? std::optional(condition->b->value) : std::nullopt;
}

/// The decisions that matter, up to one of them.
class Walk {
public:
  Walk(const std::vector<Decision> &all, const Matters &matters) : all(all), matters(matters) {
    skip();
  }
  bool isOver() const { return at >= all.size(); }
  const Decision &now() const { return all[at]; }
  std::size_t place() const { return at; }
  void next() {
    ++at;
    skip();
  }

private:
  void skip() {
    while (at < all.size() && !matters(all[at].location))
      ++at;
  }
  const std::vector<Decision> &all;
  const Matters &matters;
  std::size_t at = 0;
};

const std::vector<Decision> &decisionsOf(const Ways &ways, vm::ThreadId thread) {
  static const std::vector<Decision> none;
  return thread < ways.threads.size() ? ways.threads[thread] : none;
}

/// Adds where other threads of the run part from another execution.
void addDifferences(const Ways &run, const Ways &other, vm::ThreadId except, const Matters &matters,
                    Cover &cover) {
  for (std::size_t i = 0; i < run.threads.size(); ++i) {
    const auto thread = static_cast<vm::ThreadId>(i);
    if (thread == except)
      continue;
    Walk mine(run.threads[i], matters);
    Walk its(decisionsOf(other, thread), matters);
    while (!mine.isOver() && !its.isOver() && mine.now().sameAs(its.now())) {
      mine.next();
      its.next();
    }
    if (!mine.isOver())
      cover.differences.push_back(mine.now().event);
  }
}

} // namespace

bool isTry(const trace::LiftedEvent &event) {
  return !event.isCondition() && (event.kind == Op::TryLock || event.kind == Op::TryReadLock ||
                                  event.kind == Op::TryWriteLock);
}

bool Ways::sameAs(const Ways &other) const {
  if (threads.size() != other.threads.size() || lengths != other.lengths)
    return false;
  for (std::size_t i = 0; i < threads.size(); ++i)
    if (!std::ranges::equal(threads[i], other.threads[i],
                            [](const Decision &a, const Decision &b) { return a.sameAs(b); }))
      return false;
  return true;
}

Ways waysOf(const trace::Course &course) {
  Ways ways;
  ways.threads.resize(course.threads.size());
  for (const std::vector<trace::EventIndex> &thread : course.threads) {
    std::size_t length = thread.size();
    if (length && course.run.events[thread.back()].isPending)
      --length;
    ways.lengths.push_back(length);
  }
  for (trace::EventIndex i = 0; i < course.run.events.size(); ++i) {
    const trace::LiftedEvent &event = course.run.events[i];
    if (event.isCondition())
      ways.threads[event.thread].push_back(
          {event.location, event.side,
           event.side ? numberOf(event.condition) : std::optional<std::uint64_t>(), i});
    else if (isTry(event) || (event.kind == Op::SemTryWait && !event.isPending))
      ways.threads[event.thread].push_back({event.location, event.result == 0, std::nullopt, i});
  }
  return ways;
}

std::optional<std::vector<Cover>> coversOf(const Ways &run, vm::ThreadId thread,
                                           std::size_t decision,
                                           const std::vector<const Ways *> &known,
                                           const Matters &matters) {
  std::vector<Cover> covers;
  const Decision &mine = run.threads[thread][decision];
  for (const Ways *other : known) {
    if (other == &run)
      continue;
    Walk own(run.threads[thread], matters);
    Walk its(decisionsOf(*other, thread), matters);
    while (!own.isOver() && own.place() < decision && !its.isOver() &&
           own.now().sameAs(its.now())) {
      own.next();
      its.next();
    }
    if (own.isOver() || own.place() != decision || its.isOver() ||
        its.now().location != mine.location || its.now().sameAs(mine))
      continue;
    Cover cover;
    if (mine.side && its.now().side)
      cover.value = its.now().value;
    addDifferences(run, *other, thread, matters, cover);
    if (cover.differences.empty() && !cover.value)
      return std::nullopt;
    covers.push_back(std::move(cover));
  }
  return covers;
}

std::optional<std::vector<Cover>> coversOfEnd(const Ways &run, vm::ThreadId thread,
                                              const std::vector<const Ways *> &known,
                                              const Matters &matters) {
  std::vector<Cover> covers;
  for (const Ways *other : known) {
    if (other == &run || thread >= other->lengths.size() ||
        other->lengths[thread] <= run.lengths[thread])
      continue;
    Walk own(run.threads[thread], matters);
    Walk its(decisionsOf(*other, thread), matters);
    while (!own.isOver() && !its.isOver() && own.now().sameAs(its.now())) {
      own.next();
      its.next();
    }
    if (!own.isOver())
      continue;
    Cover cover;
    addDifferences(run, *other, thread, matters, cover);
    if (cover.differences.empty())
      return std::nullopt;
    covers.push_back(std::move(cover));
  }
  return covers;
}

} // namespace heddle::defuse
