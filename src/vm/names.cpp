#include "vm/names.h"

namespace heddle::vm {

namespace {

std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 31;
  value *= 0x7FB5D329728EA185u;
  value ^= value >> 27;
  value *= 0x81DADEF4BC2DD44Du;
  return value ^ value >> 33;
}

constexpr std::uint64_t handleTag = 0x7E0000000000;

} // namespace

Names::Names(unsigned firstFree) : taken(blockCount, false), firstFree(firstFree) {
  for (unsigned i = 0; i < firstFree; ++i)
    taken[i] = true;
  entries.push_back({noThread, 0, 0x4D41494E, {}});
}

ThreadId Names::child(ThreadId parent, std::uint32_t nth) {
  const auto [entry, isNew] = byName.try_emplace({parent, nth}, ThreadId(entries.size()));
  if (isNew)
    entries.push_back({parent, nth, mix(entries[parent].hash * 31 + nth + 1), {}});
  return entry->second;
}

unsigned Names::claim(std::uint64_t hash) {
  const unsigned space = blockCount - firstFree;
  for (unsigned probe = 0; probe < space; ++probe) {
    const unsigned block = firstFree + static_cast<unsigned>((mix(hash) + probe) % space);
    if (!taken[block]) {
      taken[block] = true;
      return block;
    }
  }
  return 0;
}

ObjectId Names::objectId(ThreadId thread, unsigned region, std::uint32_t nth) {
  std::vector<unsigned> &blocks = entries[thread].blocks[region];
  const std::uint32_t wanted = nth >> blockBits;
  while (blocks.size() <= wanted) {
    const std::uint64_t salt = blocks.size() * 2 + region;
    blocks.push_back(claim(entries[thread].hash + salt * 0x9E3779B97F4A7C15u));
  }
  return blocks[wanted] ? blocks[wanted] << blockBits | (nth & (idsPerBlock - 1)) : 0;
}

std::uint64_t Names::handle(ThreadId thread) const {
  return handleTag + (thread + 1u) * std::uint64_t{64};
}

ThreadId Names::fromHandle(std::uint64_t handle) const {
  const std::uint64_t index = (handle - handleTag) / 64 - 1;
  if (handle < handleTag || (handle & 63) || index >= entries.size())
    return noThread;
  return static_cast<ThreadId>(index);
}

std::string Names::shown(ThreadId thread) const {
  if (thread == 0)
    return "main";
  const Entry &entry = entries[thread];
  const std::string own = std::to_string(entry.nth + 1);
  return entry.parent == 0 ? "T" + own : shown(entry.parent) + "." + own;
}

} // namespace heddle::vm
