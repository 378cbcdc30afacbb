// What is sure to come first because a thread went by a condition: who finds that a flag is set
// comes after the write that set it, and after all that came before that.
//
// It holds in each execution that an encoding is about, and the encoding says so without it: the
// read has to see one of its writes, and the condition has to hold. But what is known beforehand
// takes choices from later reads, gives them values, and so decides further conditions.
#include "trace/predict_state.h"

#include "expr/builder.h"

#include <algorithm>

namespace heddle::trace {

namespace {

void raise(std::vector<std::size_t> &to, const std::vector<std::size_t> &from) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

} // namespace

/// One round over the events; whether it told anything new.
bool Prediction::State::refine() {
  bool isNew = false;
  std::vector<std::vector<std::size_t>> now(course.threads.size(),
                                            std::vector<std::size_t>(course.threads.size()));
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    std::vector<std::size_t> &own = now[run.events[i].thread];
    raise(own, clocks[i]);
    if (const auto sources = course.sources.find(i); sources != course.sources.end())
      for (const EventIndex from : sources->second)
        raise(own, knownAfter(from));
    clocks[i] = own;
    if (run.events[i].isCondition())
      isNew |= learnFrom(i, own);
  }
  return isNew;
}

std::vector<std::size_t> Prediction::State::knownAfter(EventIndex event) const {
  std::vector<std::size_t> known = clocks[event];
  std::size_t &own = known[run.events[event].thread];
  own = std::max(own, course.place[event] + 1);
  return known;
}

/// If the condition is about one read, and does not hold for some of what that may see: what is
/// known after each of the other writes.
bool Prediction::State::learnFrom(EventIndex condition, std::vector<std::size_t> &own) {
  const expr::Ref holds = conditions[condition];
  if (holds->isConstant() || !holds->support || holds->support->inputs.size() != 1)
    return false;
  const std::uint32_t number = *holds->support->inputs.begin();
  const auto found = readOf.find(number);
  if (found == readOf.end())
    return false;
  const EventIndex read = found->second;
  const bool isOwn = run.events[read].thread == run.events[condition].thread &&
                     course.place[read] < course.place[condition];
  if (!isOwn || choices[read].size() != 1)
    return false;
  std::optional<std::vector<std::size_t>> common;
  for (const EventIndex write : choices[read].front()) {
    const expr::Ref value = valueOf(write, course.cellsOf[read].front());
    if (value->width != run.events[read].lifted->width)
      return false;
    if (value->isConstant()) {
      expr::Substitution seen(builder);
      seen.set(number, value);
      const expr::Ref then = seen.apply(holds);
      if (then->isConstant() && !then->isTrue())
        continue;
    }
    if (write == noEvent)
      return false;
    const std::vector<std::size_t> known = knownAfter(write);
    if (!common)
      common = known;
    for (std::size_t i = 0; i < known.size(); ++i)
      (*common)[i] = std::min((*common)[i], known[i]);
  }
  if (!common)
    return false;
  const std::vector<std::size_t> before = own;
  raise(own, *common);
  if (own == before)
    return false;
  const program::LocationId location = run.events[condition].location;
  if (options.mayMatter && !options.mayMatter(location))
    learnedFrom.insert(location);
  // In a later round it is known here already, and nothing new.
  const EventIndex next = course.after(condition);
  std::vector<std::size_t> then = next == noEvent ? own : clocks[next];
  raise(then, own);
  return next != noEvent && then != clocks[next];
}

} // namespace heddle::trace
