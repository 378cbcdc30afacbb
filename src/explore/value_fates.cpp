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
    return "one order";
  case Fate::Infeasible:
    return "infeasible";
  case Fate::NotReached:
    break;
  }
  return "not reached";
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

void Fates::fail(ValuePairs::Index pair, std::string_view failure) {
  if (Record &record = of(pair); !record.failure)
    record.failure = failure;
}

void Fates::end(std::span<const PairEvent> events) {
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
    met.insert(events[i].at);
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
        Record &record = of(index);
        record.orders |= a.first < b.last ? 1 : 0;
        record.orders |= b.first < a.last ? 2 : 0;
        if (pair.one == pair.other) // Either thread may be the first.
          record.orders |= 3;
      }
  }
}

std::vector<PairFate> Fates::all() const {
  std::vector<PairFate> result;
  for (std::size_t i = 0; i < pairs.all().size(); ++i) {
    PairFate one;
    one.pair = pairs.all()[i];
    const Record record = i < records.size() ? records[i] : Record();
    const auto worst = std::ranges::max_element(record.givenUp);
    if (record.failure) {
      one.fate = Fate::Harmful;
      one.failure = *record.failure;
    } else if (record.orders) {
      one.fate = record.orders == 3 ? Fate::Benign : Fate::OneOrder;
    } else if (*worst) {
      one.fate = Fate::Infeasible;
    }
    if (*worst && one.fate != Fate::Harmful && one.fate != Fate::Benign) {
      one.reason = static_cast<GivenUp>(worst - record.givenUp.begin());
      if (*one.reason == GivenUp::Branch)
        one.turnedAwayAt = record.turnedAwayAt;
      one.isDropped = record.isDropped;
    }
    result.push_back(std::move(one));
  }
  return result;
}

} // namespace heddle::explore
