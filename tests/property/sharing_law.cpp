#include "sharing_law.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

using Op = program::OpKind;

namespace {

constexpr vm::Address granule = 8;
constexpr std::uint64_t mostBytes = 4096; ///< Of larger accesses the first ones are looked at.

std::string textOf(const llvm::Instruction &at) {
  std::string text;
  llvm::raw_string_ostream out(text);
  at.print(out);
  return fmt::format("{} in {}", text, at.getFunction()->getName().str());
}

} // namespace

void SharingLaw::begin() {
  clocks.clear();
  accesses.clear();
  tickOf(clockOf(0), 0) = 1;
}

std::uint32_t &SharingLaw::tickOf(Clock &clock, vm::ThreadId thread) {
  if (clock.size() <= thread)
    clock.resize(thread + std::size_t{1});
  return clock[thread];
}

SharingLaw::Clock &SharingLaw::clockOf(vm::ThreadId thread) {
  if (clocks.size() <= thread)
    clocks.resize(thread + std::size_t{1});
  return clocks[thread];
}

void SharingLaw::check(const vm::Machine &machine, const Access &one, const Access &other) {
  ++conflicts;
  for (const Access *access : {&one, &other})
    if (!access->isVisible && text.empty())
      text = fmt::format("  {} meets another thread at {}, where it is said not to:\n  {}\n  {}\n",
                         machine.threadName(access->thread), machine.describe(one.begin),
                         textOf(*one.at), textOf(*other.at));
}

void SharingLaw::enter(const vm::Machine &machine, const Access &access) {
  Clock &mine = clockOf(access.thread);
  for (vm::Address at = access.begin & ~(granule - 1); at < access.end; at += granule) {
    std::vector<Access> &here = accesses[at];
    bool isKnown = false;
    for (Access &other : here) {
      if (other.isLike(access)) {
        other.tick = access.tick;
        isKnown = true;
      } else if (other.thread != access.thread && (other.writes || access.writes) &&
                 other.begin < access.end && access.begin < other.end &&
                 other.tick > tickOf(mine, other.thread)) {
        check(machine, access, other);
      }
    }
    if (!isKnown)
      here.push_back(access);
  }
}

void SharingLaw::saw(const vm::Machine &machine, const vm::Seen &seen,
                     const std::vector<analysis::StaticThread> &kinds) {
  if (seen.kind == Op::Create && seen.other != vm::noThread) {
    const Clock parent = clockOf(seen.thread);
    clockOf(seen.other) = parent;
    ++tickOf(clockOf(seen.other), seen.other);
    ++tickOf(clockOf(seen.thread), seen.thread);
    return;
  }
  if (seen.kind == Op::Join && seen.other != vm::noThread) {
    const Clock child = clockOf(seen.other);
    for (std::size_t i = 0; i < child.size(); ++i) {
      std::uint32_t &mine = tickOf(clockOf(seen.thread), static_cast<vm::ThreadId>(i));
      mine = std::max(mine, child[i]);
    }
    return;
  }
  const bool isFree = seen.kind == Op::Free;
  const bool isMemory = seen.kind >= Op::Read && seen.kind <= Op::BulkCopy;
  if (!(isMemory && seen.shared) && !isFree)
    return;
  const auto stack = machine.stack(seen.thread);
  if (stack.empty() || stack.front().location == program::noLocation)
    return;
  const auto object = machine.objectAt(seen.address);
  Access access;
  access.thread = seen.thread;
  access.at = program.location(stack.front().location).instruction;
  access.begin = seen.address;
  access.end = seen.address + std::min(isFree && object ? object->size : seen.size, mostBytes);
  access.writes = seen.kind != Op::Read;
  access.tick = tickOf(clockOf(seen.thread), seen.thread);
  access.isVisible = std::ranges::any_of(
      kinds, [&](analysis::StaticThread kind) { return sharing.isVisible(kind, *access.at); });
  enter(machine, access);
}

} // namespace heddle::property
