#include "analysis/locks.h"

#include "analysis/lock_flow.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <map>
#include <tuple>

namespace heddle::analysis {

struct Locks::State {
  State(const program::Program &program, const PointsTo &pointers, const Threads &threads)
      : program(program), pointers(pointers), threads(threads),
        flow(program, pointers, threads, Bound::Least) {
    for (const llvm::Function *function : pointers.reachable())
      if (flow.isConcerned(*function))
        findSections(*function);
  }

  LockId lockOf(LockKeyId id) {
    const LockKey &key = flow.lockKeys()[id];
    const auto where = key.kind == LockKey::Atomic
                           ? std::tuple(~ObjectId{0}, std::int64_t{0})
                           : std::tuple(key.targets.front().object, key.targets.front().offset);
    const auto [found, isNew] = index.try_emplace(where, static_cast<LockId>(locks.size()));
    if (!isNew)
      return found->second;
    KnownLock lock{std::get<0>(where), std::get<1>(where), key.kind == LockKey::Atomic, {}};
    if (lock.isAtomic)
      lock.name = "atomic section";
    else if (lock.offset == 0 && key.address.base && !llvm::isa<llvm::CallBase>(key.address.base))
      lock.name = program.nameOf(*key.address.base);
    else
      lock.name = program.nameOf(*key.name);
    locks.push_back(std::move(lock));
    return found->second;
  }

  SectionId sectionOf(StaticThread thread, LockId lock, LockMode mode, const SectionStart &start) {
    if (!start.at || start.isMixed)
      return noSection;
    const auto [found, isNew] = sectionIndex.try_emplace(std::tuple(thread, lock, mode, start.at),
                                                         static_cast<SectionId>(sections.size()));
    if (isNew)
      sections.push_back({thread, lock, mode, start.at});
    return found->second;
  }

  std::vector<HeldLock> held(StaticThread thread, const llvm::Instruction &at,
                             bool through = false) {
    std::vector<HeldLock> result;
    for (const Brought &one : flow.heldAt(thread, at)) {
      if (through && flow.mayRelease(at, one.key))
        continue;
      const LockKey &key = flow.lockKeys()[one.key];
      if (key.kind != LockKey::Single && key.kind != LockKey::Atomic)
        continue;
      const LockMode mode = key.mode;
      const LockId lock = lockOf(one.key);
      result.push_back({lock, mode, sectionOf(thread, lock, mode, one.start)});
    }
    std::ranges::sort(result, {}, &HeldLock::lock);
    return result;
  }

  void findSections(const llvm::Function &function) {
    for (const unsigned thread : threads.runners(function).set_bits())
      for (const auto &site : flow.callsIn(function))
        if (const llvm::Instruction *next = site.call->getNextNode())
          held(thread, *next);
        else if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(site.call))
          held(thread, *invoke->getNormalDest()->getFirstNonPHI());
  }

  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  LockFlow flow;
  std::vector<KnownLock> locks;
  std::map<std::tuple<ObjectId, std::int64_t>, LockId> index;
  std::vector<CriticalSection> sections;
  std::map<std::tuple<StaticThread, LockId, LockMode, const llvm::Instruction *>, SectionId>
      sectionIndex;
};

Locks::Locks(std::unique_ptr<State> state) : state(std::move(state)) {}
Locks::Locks(Locks &&) noexcept = default;
Locks &Locks::operator=(Locks &&) noexcept = default;
Locks::~Locks() = default;

Locks Locks::analyse(const program::Program &program, const PointsTo &pointers,
                     const Threads &threads) {
  return Locks(std::make_unique<State>(program, pointers, threads));
}

std::span<const KnownLock> Locks::all() const {
  return state->locks;
}

std::vector<HeldLock> Locks::held(StaticThread thread, const llvm::Instruction &at) const {
  return state->held(thread, at);
}

std::vector<HeldLock> Locks::heldThrough(StaticThread thread, const llvm::Instruction &call) const {
  return state->held(thread, call, /*through=*/true);
}

namespace {
/// Of one concrete lock, where all that the pointer may point to is in the object that it lies in.
void addOwn(const LockKey &key, const std::vector<Target> &targets, std::vector<OwnLock> &result) {
  const Target &lock = key.targets.front();
  if (targets.empty() || std::ranges::any_of(targets, [&](const Target &target) {
        return target.object != lock.object;
      }))
    return;
  result.push_back({OwnLock::Object, lock.offset, key.mode});
  if (targets.size() == 1 && targets.front().stride == 0)
    result.push_back({OwnLock::Access, lock.offset - targets.front().offset, key.mode});
}
} // namespace

std::vector<OwnLock> Locks::ownLocks(StaticThread thread, const llvm::Instruction &at,
                                     const llvm::Value &pointer) const {
  std::vector<OwnLock> result;
  LockKeys &keys = state->flow.lockKeys();
  const Address accessed = keys.addresses().of(pointer);
  const std::vector<Target> targets = state->pointers.pointsTo(pointer);
  // What is in an array inside of the object is somewhere in the object.
  const Address within = keys.addresses().of(*llvm::getUnderlyingObject(&pointer));
  for (const Brought &one : state->flow.heldAt(thread, at)) {
    const LockKey &key = keys[one.key];
    if (key.kind == LockKey::Single)
      addOwn(key, targets, result);
    if (key.kind != LockKey::Symbol || key.address.loads)
      continue;
    if (!accessed.loads && accessed.base == key.address.base)
      result.push_back({OwnLock::Access, key.address.offset - accessed.offset, key.mode});
    if (within.loads || within.base != key.address.base || key.targets.empty())
      continue;
    const std::int64_t place = key.targets.front().offset;
    if (std::ranges::all_of(key.targets, [&](const Target &target) {
          return target.stride == 0 && target.offset == place;
        }))
      result.push_back({OwnLock::Object, place, key.mode});
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<LockId> Locks::common(StaticThread one, const llvm::Instruction &at, StaticThread other,
                                  const llvm::Instruction &there) const {
  std::vector<LockId> result;
  const std::vector<HeldLock> others = held(other, there);
  for (const HeldLock &mine : held(one, at))
    for (const HeldLock &theirs : others)
      if (mine.lock == theirs.lock &&
          (mine.mode == LockMode::Exclusive || theirs.mode == LockMode::Exclusive))
        result.push_back(mine.lock);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::span<const CriticalSection> Locks::sections() const {
  return state->sections;
}

std::vector<const llvm::Instruction *> Locks::instructionsOf(SectionId section) const {
  std::vector<const llvm::Instruction *> result;
  const StaticThread thread = state->sections[section].thread;
  for (const llvm::Function *function : state->pointers.reachable())
    if (state->flow.broughtTo(thread, *function))
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (std::ranges::any_of(state->held(thread, instruction),
                                [&](const HeldLock &lock) { return lock.section == section; }))
          result.push_back(&instruction);
  return result;
}

namespace {
const HeldLock *find(const std::vector<HeldLock> &held, LockId lock) {
  const auto found = std::ranges::find(held, lock, &HeldLock::lock);
  return found == held.end() ? nullptr : &*found;
}
} // namespace

bool Locks::inSameSection(StaticThread thread, const llvm::Instruction &one,
                          const llvm::Instruction &other, LockId lock) const {
  const auto mine = held(thread, one);
  const auto theirs = held(thread, other);
  const HeldLock *a = find(mine, lock);
  const HeldLock *b = find(theirs, lock);
  return a && b && a->section != noSection && a->section == b->section;
}

bool Locks::inDifferentSections(StaticThread thread, const llvm::Instruction &one,
                                StaticThread another, const llvm::Instruction &other,
                                LockId lock) const {
  const auto mine = held(thread, one);
  const auto theirs = held(another, other);
  const HeldLock *a = find(mine, lock);
  const HeldLock *b = find(theirs, lock);
  if (!a || !b)
    return false;
  return thread != another ||
         (a->section != noSection && b->section != noSection && a->section != b->section);
}

} // namespace heddle::analysis
