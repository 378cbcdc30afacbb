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

/// Handles have a block of addresses for themselves.
constexpr std::uint64_t handleTag = 0x7E0000000000;
constexpr unsigned handleBlock = handleTag >> (slotBits + blockBits);
constexpr std::uint64_t handleStep = 64;
constexpr std::uint64_t handleCount = (std::uint64_t{1} << (slotBits + blockBits)) / handleStep;

} // namespace

unsigned ThreadNumbers::block(ThreadId thread, unsigned region, std::size_t nth, std::uint64_t hash,
                              unsigned firstFree) {
  const std::scoped_lock lock(mutex);
  const auto [known, isNew] = blocks.try_emplace({thread, region, nth}, 0);
  if (!isNew)
    return known->second;
  taken.resize(blockCount, false);
  const unsigned space = blockCount - firstFree;
  for (unsigned probe = 0; probe < space; ++probe) {
    const unsigned block = firstFree + static_cast<unsigned>((mix(hash) + probe) % space);
    if (taken[block] || block == handleBlock)
      continue;
    taken[block] = true;
    known->second = block;
    break;
  }
  return known->second;
}

std::uint64_t ThreadNumbers::handle(ThreadId thread, std::uint64_t hash) {
  const std::scoped_lock lock(mutex);
  const auto [known, isNew] = handles.try_emplace(thread, 0);
  if (isNew) {
    std::uint64_t place = mix(hash) % handleCount;
    while (!takenHandles.insert(handleTag + place * handleStep).second)
      place = (place + 1) % handleCount;
    known->second = handleTag + place * handleStep;
  }
  return known->second;
}

ThreadTable ThreadNumbers::table() {
  const std::scoped_lock lock(mutex);
  ThreadTable table;
  for (const auto &[name, thread] : byName) {
    table.names.resize(std::max<std::size_t>(table.names.size(), thread));
    table.names[thread - 1u] = {name.first, name.second};
  }
  for (const auto &[place, block] : blocks)
    table.blocks.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place), block});
  for (const auto &[thread, handle] : handles)
    table.handles.push_back({thread, handle});
  return table;
}

void ThreadNumbers::set(const ThreadTable &table) {
  const std::scoped_lock lock(mutex);
  byName.clear();
  for (std::size_t i = 0; i < table.names.size(); ++i)
    byName.emplace(std::pair(table.names[i].parent, table.names[i].nth),
                   static_cast<ThreadId>(i + 1));
  blocks.clear();
  taken.assign(blockCount, false);
  for (const ThreadTable::Block &one : table.blocks) {
    blocks.emplace(std::tuple(one.thread, one.region, one.nth), one.block);
    if (one.block < blockCount)
      taken[one.block] = true;
  }
  handles.clear();
  takenHandles.clear();
  for (const ThreadTable::Handle &one : table.handles) {
    handles.emplace(one.thread, one.handle);
    takenHandles.insert(one.handle);
  }
}

Names::Names(ThreadNumbers &numbers, unsigned firstFree) : numbers(numbers), firstFree(firstFree) {
  add(0, noThread, 0, 0x4D41494E);
}

void Names::add(ThreadId thread, ThreadId parent, std::uint32_t nth, std::uint64_t hash) {
  if (entries.size() <= thread)
    entries.resize(thread + 1u);
  const std::uint64_t handle = numbers.handle(thread, hash);
  byHandle.try_emplace(handle, thread);
  entries[thread] = {parent, nth, hash, handle, {}};
}

ThreadId Names::child(ThreadId parent, std::uint32_t nth) {
  const auto [entry, isNew] = byName.try_emplace({parent, nth}, noThread);
  if (isNew) {
    entry->second = numbers.of(parent, nth);
    add(entry->second, parent, nth, mix(entries[parent].hash * 31 + nth + 1));
  }
  return entry->second;
}

std::vector<std::uint32_t> Names::wayTo(ThreadId thread) const {
  std::vector<std::uint32_t> way;
  for (; thread != 0; thread = entries[thread].parent)
    way.insert(way.begin(), entries[thread].nth);
  return way;
}

ObjectId Names::objectId(ThreadId thread, unsigned region, std::uint32_t nth) {
  std::vector<unsigned> &blocks = entries[thread].blocks[region];
  const std::uint32_t wanted = nth >> blockBits;
  while (blocks.size() <= wanted) {
    const std::uint64_t salt = blocks.size() * 2 + region;
    blocks.push_back(numbers.block(thread, region, blocks.size(),
                                   entries[thread].hash + salt * 0x9E3779B97F4A7C15u, firstFree));
  }
  return blocks[wanted] ? blocks[wanted] << blockBits | (nth & (idsPerBlock - 1)) : 0;
}

std::uint64_t Names::handle(ThreadId thread) const {
  return entries[thread].handle;
}

ThreadId Names::fromHandle(std::uint64_t handle) const {
  if (handle == lastHandle.first) // A thread that joins asks again at every step of the others.
    return lastHandle.second;
  const auto found = byHandle.find(handle);
  if (found == byHandle.end())
    return noThread;
  lastHandle = {handle, found->second};
  return found->second;
}

std::string Names::shown(ThreadId thread) const {
  if (thread == 0)
    return "main";
  const Entry &entry = entries[thread];
  const std::string own = std::to_string(entry.nth + 1);
  return entry.parent == 0 ? "T" + own : shown(entry.parent) + "." + own;
}

} // namespace heddle::vm
