#include "trace/links.h"

#include <algorithm>

namespace heddle::trace {

using Op = program::OpKind;

namespace {

/// Writes that one read of many bytes is traced back to; the latest ones tell most.
constexpr std::size_t mostWrites = 8;

} // namespace

std::string_view name(LinkKind kind) {
  switch (kind) {
  case LinkKind::ReadsFrom:
    return "reads-from";
  case LinkKind::Lock:
    return "lock";
  case LinkKind::Create:
    return "create";
  case LinkKind::Join:
    return "join";
  case LinkKind::Wake:
    return "wake";
  case LinkKind::Post:
    return "post";
  case LinkKind::Barrier:
    return "barrier";
  }
  return "";
}

std::vector<Link> Linker::linksOf(const vm::Seen &seen, std::size_t number,
                                  const std::vector<vm::Address> &held) {
  std::vector<Link> links;
  goOn(seen, links);
  if (seen.before || seen.after)
    access(seen, number, links);
  else
    synchronise(seen, number, links);
  locks(seen, number, held, links);
  lastOf[seen.thread] = number;
  return links;
}

/// Whoever does something was let through by those it waited for.
void Linker::goOn(const vm::Seen &seen, std::vector<Link> &links) {
  ThreadState &state = threads[seen.thread];
  if (state.barrier) {
    // Nobody arrives for the next round before the first one has left, so all are of this one.
    const std::vector<Arrival> round = std::move(arrivals[state.barrier]);
    arrivals.erase(state.barrier);
    for (const Arrival &one : round) {
      threads[one.thread].barrier = 0;
      if (one.thread != round.back().thread)
        next[one.thread] = {LinkKind::Barrier, round.back().event};
    }
  }
  state.waitsOn = 0;
  if (const auto found = next.find(seen.thread); found != next.end()) {
    links.push_back(found->second);
    next.erase(found);
  }
}

void Linker::access(const vm::Seen &seen, std::size_t number, std::vector<Link> &links) {
  const vm::Address end = seen.address + seen.size;
  if (seen.kind != Op::Write) {
    std::vector<std::size_t> sources;
    auto range = written.upper_bound(seen.address);
    if (range != written.begin())
      --range;
    for (; range != written.end() && range->first < end; ++range)
      if (range->second.end > seen.address)
        sources.push_back(range->second.by);
    std::ranges::sort(sources, std::greater());
    sources.erase(std::ranges::unique(sources).begin(), sources.end());
    sources.resize(std::min(sources.size(), mostWrites));
    for (const std::size_t source : sources)
      links.push_back({LinkKind::ReadsFrom, source});
  }
  if (seen.kind != Op::Read)
    write(seen.address, end, number);
}

void Linker::write(vm::Address begin, vm::Address end, std::size_t number) {
  auto range = written.upper_bound(begin);
  if (range != written.begin())
    --range;
  while (range != written.end() && range->first < end) {
    const auto [first, old] = *range;
    if (old.end <= begin) {
      ++range;
      continue;
    }
    range = written.erase(range);
    if (first < begin)
      written[first] = {begin, old.by};
    if (old.end > end)
      written[end] = old;
  }
  if (begin < end)
    written[begin] = {end, number};
}

void Linker::synchronise(const vm::Seen &seen, std::size_t number, std::vector<Link> &links) {
  switch (seen.kind) {
  case Op::Create:
    next[seen.other] = {LinkKind::Create, number};
    return;
  case Op::Join:
    if (const auto last = lastOf.find(seen.other); last != lastOf.end())
      links.push_back({LinkKind::Join, last->second});
    return;
  case Op::Wait:
  case Op::TimedWait:
    threads[seen.thread].waitsOn = seen.result ? 0 : seen.address;
    return;
  case Op::Signal:
    if (seen.other != vm::noThread)
      next[seen.other] = {LinkKind::Wake, number};
    return;
  case Op::Broadcast:
    for (auto &[thread, state] : threads)
      if (state.waitsOn && state.waitsOn == seen.address)
        next[thread] = {LinkKind::Wake, number};
    return;
  case Op::SemPost:
    posted[seen.address] = number;
    return;
  case Op::SemWait:
  case Op::SemTryWait:
  case Op::SemTimedWait:
    if (const auto post = posted.find(seen.address); post != posted.end() && !seen.result)
      links.push_back({LinkKind::Post, post->second});
    return;
  case Op::BarrierWait:
    threads[seen.thread].barrier = seen.address;
    arrivals[seen.address].push_back({seen.thread, number});
    return;
  default:
    return;
  }
}

/// By what is held, not by the call: waiting on a condition variable releases a lock too.
void Linker::locks(const vm::Seen &seen, std::size_t number, const std::vector<vm::Address> &held,
                   std::vector<Link> &links) {
  std::vector<vm::Address> &before = threads[seen.thread].held;
  for (const vm::Address lock : before)
    if (std::ranges::find(held, lock) == held.end())
      released[lock] = number;
  for (const vm::Address lock : held)
    if (std::ranges::find(before, lock) == before.end())
      if (const auto last = released.find(lock); last != released.end())
        links.push_back({LinkKind::Lock, last->second});
  before = held;
}

} // namespace heddle::trace
