#include "explore/value_fates.h"

#include <algorithm>

namespace heddle::explore {

std::string_view name(Fate fate) {
  switch (fate) {
  case Fate::Harmful:
    return "harmful";
  case Fate::Benign:
    return "benign";
  case Fate::OneOrder:
    return "one-order";
  case Fate::Infeasible:
    return "infeasible";
  case Fate::NotReached:
    break;
  }
  return "not-reached";
}

void Fates::Touches::saw(const vm::Seen &seen) {
  constexpr std::size_t most = 5000;
  if (seen.location == program::noLocation || pairs.partnersOf(seen.location).empty())
    return;
  std::set<Touch> &own = known[seen.location];
  if (own.size() < most)
    own.insert({seen.thread, seen.address, std::max<std::uint64_t>(seen.size, 1)});
  else if (own.size() == most) // Too many to tell: it may have been any thread, anywhere.
    own.insert({vm::noThread, 0, ~std::uint64_t{0}});
}

bool Fates::Touches::mayMeet(program::LocationId one, program::LocationId other) const {
  const auto ones = known.find(one);
  const auto others = known.find(other);
  if (ones == known.end() || others == known.end())
    return false;
  for (const Touch &a : ones->second)
    for (const Touch &b : others->second) {
      if (a.thread == vm::noThread || b.thread == vm::noThread)
        return true;
      if (a.thread != b.thread && a.address < b.address + b.size && b.address < a.address + a.size)
        return true;
    }
  return false;
}

Fates::Record &Fates::of(ValuePairs::Index pair) {
  if (pair >= records.size())
    records.resize(pair + std::size_t{1});
  return records[pair];
}

void Fates::giveUp(ValuePairs::Index pair, GivenUp why, program::LocationId turnedAwayAt) {
  Record &record = of(pair);
  ++record.givenUp[static_cast<std::size_t>(why)];
  if (turnedAwayAt != program::noLocation)
    record.turnedAwayAt = turnedAwayAt;
}

void Fates::drop(ValuePairs::Index pair) {
  of(pair).isDropped = true;
}

void Fates::fail(ValuePairs::Index pair, const vm::Fault &fault) {
  if (Record &record = of(pair); !record.failure)
    record.failure = bugKey(fault);
}

void Fates::end(std::span<const PairEvent> events, bool isClean) {
  /// The accesses of one thread to one place from one location: when first and when last.
  struct Span {
    PairEvent event;
    std::size_t first;
    std::size_t last;
  };
  std::map<program::LocationId, std::vector<Span>> spans;
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::vector<Span> &own = spans[events[i].at];
    const auto same = std::ranges::find_if(own, [&](const Span &span) {
      return span.event.thread == events[i].thread && span.event.address == events[i].address &&
             span.event.size == events[i].size;
    });
    if (same == own.end())
      own.push_back({events[i], i, i});
    else
      same->last = i;
  }
  for (ValuePairs::Index index = 0; index < pairs.all().size(); ++index) {
    const ConflictPair &pair = pairs.all()[index];
    const auto one = spans.find(pair.one);
    const auto other = spans.find(pair.other);
    if (one == spans.end() || other == spans.end())
      continue;
    for (const Span &a : one->second)
      for (const Span &b : other->second) {
        if (a.event.thread == b.event.thread || a.event.address >= b.event.address + b.event.size ||
            b.event.address >= a.event.address + a.event.size)
          continue;
        std::uint8_t &orders = isClean ? of(index).orders : of(index).failing;
        orders |= a.first < b.last ? 1 : 0;
        orders |= b.first < a.last ? 2 : 0;
        if (pair.one == pair.other) // Either thread may be the first.
          orders |= 3;
      }
  }
}

/// Why a pair was not fulfilled, as far as is known.
void Fates::explain(PairFate &fate, const Record &record) const {
  const auto most = std::ranges::max_element(record.givenUp);
  if (*most)
    fate.reason = static_cast<GivenUp>(most - record.givenUp.begin());
  if (fate.fate == Fate::Infeasible)
    fate.reason = touches.hasMet(fate.pair.one) && touches.hasMet(fate.pair.other)
                      ? GivenUp::Address
                      : GivenUp::Branch;
  if (fate.reason == GivenUp::Branch)
    fate.turnedAwayAt = record.turnedAwayAt;
  fate.isDropped = fate.reason == GivenUp::Address && record.isDropped;
}

std::vector<PairFate> Fates::all() const {
  std::vector<PairFate> result;
  const auto isToBlame = [&](const Record &record) {
    return record.failure && !anyway.contains(*record.failure);
  };
  const bool failsAnyway = std::ranges::none_of(records, isToBlame);
  for (std::size_t i = 0; i < pairs.all().size(); ++i) {
    PairFate one;
    one.pair = pairs.all()[i];
    Record record = i < records.size() ? records[i] : Record();
    if (failsAnyway)
      record.orders |= record.failing;
    // A wait that nobody ends is not told of, nor is whose mutex it wants back.
    const bool isTold = one.pair.kind == Conflict::Access || one.pair.kind == Conflict::Lock;
    if (isToBlame(record)) {
      one.fate = Fate::Harmful;
      one.failure = *record.failure;
    } else if (record.orders) {
      one.fate = record.orders == 3 ? Fate::Benign : Fate::OneOrder;
    } else if (isComplete && isTold && !touches.mayMeet(one.pair.one, one.pair.other)) {
      one.fate = Fate::Infeasible;
    }
    if (one.fate != Fate::Harmful && one.fate != Fate::Benign)
      explain(one, record);
    result.push_back(std::move(one));
  }
  return result;
}

} // namespace heddle::explore
