#include "trace/reads.h"

#include <algorithm>

namespace heddle::trace {

using Op = program::OpKind;

std::vector<ReadFrom> Readers::saw(const vm::Seen &seen) {
  const std::uint64_t time = ++times[{seen.thread, seen.location}];
  std::vector<ReadFrom> edges;
  if (seen.kind < Op::Read || seen.kind > Op::BulkCopy || !seen.size)
    return edges;
  const Access here{seen.thread, seen.location, time};
  const vm::Address end = seen.address + seen.size;
  if (seen.kind != Op::Write) {
    const auto add = [&](const Access &from, vm::Address at) {
      if (std::ranges::find(edges, from, &ReadFrom::write) == edges.end())
        edges.push_back({from, here, at, seen.shared});
    };
    auto range = written.upper_bound(seen.address);
    if (range != written.begin() && std::prev(range)->second.end > seen.address)
      --range;
    vm::Address at = seen.address;
    for (; range != written.end() && range->first < end; ++range) {
      if (range->first > at)
        add({}, at);
      add(range->second.by, std::max(at, range->first));
      at = range->second.end;
    }
    if (at < end)
      add({}, at);
  }
  if (seen.kind != Op::Read)
    write(seen.address, end, here);
  return edges;
}

void Readers::write(vm::Address begin, vm::Address end, const Access &by) {
  auto range = written.upper_bound(begin);
  if (range != written.begin() && std::prev(range)->second.end > begin)
    --range;
  while (range != written.end() && range->first < end) {
    const auto [first, old] = *range;
    range = written.erase(range);
    if (first < begin)
      written[first] = {begin, old.by};
    if (old.end > end)
      written[end] = old;
  }
  written[begin] = {end, by};
}

bool ReadSequence::offer(const ReadFrom &seen) {
  if (isComplete() || !wanted[found.size()].fits(seen))
    return false;
  found.push_back(seen);
  return isComplete();
}

} // namespace heddle::trace
