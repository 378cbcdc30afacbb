#include "trace/watcher.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>

namespace heddle::trace {

using Op = program::OpKind;

namespace {

constexpr std::size_t mostEvents = 100'000;

bool isMemory(Op kind) {
  return kind == Op::Read || kind == Op::Write || kind == Op::ReadModifyWrite ||
         kind == Op::CompareExchange;
}

const llvm::Type *accessedType(const llvm::Instruction *instruction) {
  if (!instruction)
    return nullptr;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction))
    return load->getType();
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction))
    return store->getValueOperand()->getType();
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction))
    return update->getType();
  return nullptr;
}

std::int64_t asSigned(const std::uint8_t *bytes, std::uint64_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  const unsigned shift = 64 - static_cast<unsigned>(size) * 8;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

} // namespace

std::string Watcher::nameOf(vm::Address address) const {
  return shortened(address, machine.describe(address));
}

std::string Watcher::shortened(vm::Address address, std::string name) const {
  constexpr std::string_view prefix = "heap block of line ";
  if (!name.starts_with(prefix))
    return name;
  const std::string rest = name.substr(prefix.size());
  const std::size_t way = std::min(rest.find_first_of("+.["), rest.size());
  const auto block = blocks.find(vm::idOf(address));
  const bool isFirst = block == blocks.end() || block->second == 1;
  return "heap@" + rest.substr(0, way) + (isFirst ? "" : "#" + std::to_string(block->second)) +
         rest.substr(way);
}

std::string Watcher::valueText(const vm::Seen &seen, const std::uint8_t *bytes) const {
  if (seen.size > 8)
    return fmt::format("{} bytes", seen.size);
  const llvm::Instruction *instruction =
      seen.location == program::noLocation ? nullptr : program.location(seen.location).instruction;
  const llvm::Type *type = accessedType(instruction);
  if (type && type->isDoubleTy() && seen.size == 8) {
    double value = 0;
    std::memcpy(&value, bytes, 8);
    return fmt::format("{:g}", value);
  }
  if (type && type->isFloatTy() && seen.size == 4) {
    float value = 0;
    std::memcpy(&value, bytes, 4);
    return fmt::format("{:g}", value);
  }
  if (type && type->isPointerTy() && seen.size == 8) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, 8);
    return value ? "&" + shortened(value, machine.describePointer(value)) : "NULL";
  }
  const std::int64_t value = asSigned(bytes, seen.size);
  constexpr std::string_view thread = "thread "; // What a pthread_t stands for.
  if (seen.size == 8 && (!type || type->isIntegerTy(64)))
    if (std::string what = machine.describePointer(static_cast<vm::Address>(value));
        what.starts_with(thread))
      return what;
  if (type && type->isIntegerTy(8) && value >= ' ' && value <= '~')
    return fmt::format("{} '{}'", value, static_cast<char>(value));
  if (value < 0 && machine.isUnsigned(seen.address)) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes, seen.size);
    return fmt::format("{}", number);
  }
  return fmt::format("{}", value);
}

std::string Watcher::textOf(const vm::Seen &seen, const std::string &object) const {
  const std::string other =
      seen.other == vm::noThread ? std::string() : machine.threadName(seen.other);
  switch (seen.kind) {
  case Op::Read:
    return fmt::format("reads {}: {}", object, valueText(seen, seen.after));
  case Op::Write:
    return fmt::format("{} = {}", object, valueText(seen, seen.after));
  case Op::ReadModifyWrite:
  case Op::CompareExchange:
    return fmt::format("{}: {} → {}", object, valueText(seen, seen.before),
                       valueText(seen, seen.after));
  case Op::Lock:
    return (seen.result ? "fails to lock " : "locks ") + object;
  case Op::TryLock:
    return (seen.result ? "fails to lock " : "locks ") + object;
  case Op::TimedLock:
    return (seen.result ? "gives up locking " : "locks ") + object;
  case Op::Unlock:
  case Op::RwUnlock:
    return (seen.result ? "fails to unlock " : "unlocks ") + object;
  case Op::ReadLock:
    return "locks " + object + " for reading";
  case Op::WriteLock:
    return "locks " + object + " for writing";
  case Op::Wait:
  case Op::TimedWait:
    return (seen.result == ETIMEDOUT ? "gives up waiting on "
            : seen.result            ? "wakes without a signal on "
                                     : "waits on ") +
           object;
  case Op::Signal:
    return "signals " + object + (other.empty() ? ": nobody waits" : ": wakes " + other);
  case Op::Broadcast:
    return "broadcasts " + object;
  case Op::SemWait:
    return "takes " + object;
  case Op::SemTryWait:
  case Op::SemTimedWait:
    return (seen.result ? "fails to take " : "takes ") + object;
  case Op::SemPost:
    return "posts " + object;
  case Op::BarrierWait:
    return "arrives at " + object;
  case Op::Once:
    return "once " + object;
  case Op::SyncInit:
    return "initialises " + object;
  case Op::SyncDestroy:
    return "destroys " + object;
  case Op::Create:
    return "creates " + other;
  case Op::Join:
    return "joins " + other;
  case Op::Detach:
    return "detaches " + other;
  case Op::ThreadExit:
    return "ends";
  case Op::AtomicBegin:
    return "begins an atomic section";
  case Op::Allocate:
    return "allocates " + object;
  case Op::Free:
    return "frees " + object;
  default:
    return fmt::format("{} {}", program::name(seen.kind), object);
  }
}

bool isShown(const vm::Seen &seen) {
  return seen.kind != Op::Allocate && seen.kind != Op::Yield &&
         (seen.shared || !isMemory(seen.kind));
}

void Watcher::saw(const vm::Seen &seen) {
  note(seen);
  if (afterEvent)
    afterEvent(seen);
}

void Watcher::note(const vm::Seen &seen) {
  passed(seen.thread, seen.location);
  if (seen.kind == Op::Allocate && seen.address)
    blocks[vm::idOf(seen.address)] = ++blocksOfLine[machine.describe(seen.address)];
  if (!isShown(seen) || events.size() >= mostEvents)
    return;
  Event event;
  event.thread = seen.thread;
  event.kind = seen.kind;
  if (seen.kind != Op::ThreadExit) // Which tells where the thread was created.
    event.location = seen.location;
  if (seen.address)
    event.object = seen.kind == Op::Free
                       ? shortened(seen.address, machine.describePointer(seen.address))
                       : nameOf(seen.address);
  event.text = textOf(seen, event.object);
  if (seen.kind != Op::ThreadExit)
    event.stack = stackOf(seen.thread);
  if (isMemory(seen.kind))
    event.value = valueText(seen, seen.after);
  if (isMemory(seen.kind) && seen.kind != Op::Read)
    event.before = valueText(seen, seen.before);
  event.other = seen.other;
  const std::vector<vm::Address> held = machine.locksHeldBy(seen.thread);
  for (const vm::Address lock : held)
    event.held.push_back(nameOf(lock));
  event.links = linker.linksOf(seen, events.size(), held);
  // To create a thread is no access, but to write its handle there is one.
  if (seen.kind != Op::Create || !last.contains({seen.thread, seen.location}))
    last[{seen.thread, seen.location}] = {event.stack, event.object, seen.kind};
  events.push_back(std::move(event));
}

std::vector<StackEntry> Watcher::stackOf(vm::ThreadId thread) const {
  std::vector<StackEntry> result;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    result.push_back({entry.location, entry.fromModel});
  return result;
}

Point Watcher::pointAt(vm::ThreadId thread, program::LocationId location) const {
  Point point;
  point.thread = machine.threadName(thread);
  if (location == program::noLocation)
    return point;
  const program::Location &at = program.location(location);
  point.function = program.functions()[at.function].name;
  point.isRaw = !program::isNumbered(at.kind);
  point.ordinal = point.isRaw ? location - program.functions()[at.function].first : at.ordinal;
  point.time = timesAt(thread, location) + 1;
  const program::Place place = program.place(location);
  if (place.line)
    point.place = place.file + ":" + std::to_string(place.line);
  return point;
}

std::uint64_t Watcher::timesAt(vm::ThreadId thread, program::LocationId location) const {
  const auto count = counts.find({thread, location});
  return count == counts.end() ? 0 : count->second;
}

Point Watcher::pointOf(vm::ThreadId thread) const {
  const vm::ThreadCore &core = machine.thread(thread);
  if (core.status != vm::ThreadStatus::Ready)
    return pointAt(thread, program::noLocation);
  return pointAt(thread, core.pending.location);
}

} // namespace heddle::trace
