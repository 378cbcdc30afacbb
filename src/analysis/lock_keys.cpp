#include "analysis/lock_keys.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <numeric>

namespace heddle::analysis {

namespace {
/// Offsets further from an argument are not followed: recursion could go on for ever.
constexpr std::int64_t farthest = 1 << 12;
constexpr unsigned mostNames = 16; ///< Of locks by one value; more come from recursion too.
} // namespace

bool overlap(const Target &a, const Target &b) {
  if (a.object != b.object)
    return false;
  const auto step = static_cast<std::int64_t>(std::gcd(a.stride, b.stride));
  return step ? (a.offset - b.offset) % step == 0 : a.offset == b.offset;
}

LockKeys::LockKeys(const PointsTo &pointers, const Threads &threads, Loads loads)
    : pointers(pointers), instances(Instances::count(pointers, threads)), places(pointers, loads) {
  LockKey atomic;
  atomic.kind = LockKey::Atomic;
  add(atomic);
}

LockKeyId LockKeys::add(LockKey key) {
  const ObjectId object = key.kind == LockKey::Single ? key.targets.front().object : ObjectId{0};
  const auto [found, isNew] = index.try_emplace(Identity{key.kind, key.mode, key.address, object},
                                                static_cast<LockKeyId>(keys.size()));
  if (!isNew)
    return found->second;
  llvm::SmallVector<const llvm::Instruction *, 4> sources;
  if (key.kind == LockKey::Symbol)
    places.sources(*key.address.base, sources);
  if (key.kind == LockKey::Symbol)
    ++namesBy[key.address.base];
  for (const llvm::Instruction *source : sources)
    dependent[source].push_back(found->second);
  keys.push_back(std::move(key));
  return found->second;
}

const std::vector<LockKeyId> *LockKeys::changedBy(const llvm::Instruction &instruction) const {
  const auto found = dependent.find(&instruction);
  return found == dependent.end() ? nullptr : &found->second;
}

std::optional<std::vector<Target>> LockKeys::targetsOf(const Address &address) const {
  if (address.loads)
    return std::nullopt;
  std::vector<Target> targets = pointers.pointsTo(*address.base);
  for (Target &target : targets)
    target.offset += address.offset;
  return targets;
}

LockKeyId LockKeys::keyAt(const Address &address, LockMode mode, std::vector<Target> fallback,
                          const llvm::Value *name) {
  LockKey key;
  key.mode = mode;
  key.name = name;
  key.targets = targetsOf(address).value_or(std::move(fallback));
  key.kind = LockKey::Symbol;
  key.address = address;
  const Target *only = key.targets.size() == 1 ? key.targets.data() : nullptr;
  if (only && only->stride == 0 && instances.isSingle(pointers.object(only->object)) &&
      !pointers.object(only->object).isVague) {
    key.kind = LockKey::Single;
    key.address = {pointers.object(only->object).value, only->offset, false, 0};
  }
  return add(std::move(key));
}

LockKeyId LockKeys::keyOf(const llvm::Value &operand, LockMode mode) {
  return keyAt(places.of(operand), mode, pointers.pointsTo(operand), &operand);
}

LockKeyId LockKeys::vague(LockKeyId key) {
  LockKey result = keys[key];
  if (result.kind != LockKey::Symbol)
    return key;
  result.kind = LockKey::Vague;
  // Those that may be the same are not told apart.
  std::vector<std::tuple<ObjectId, std::int64_t, std::uint64_t>> spots;
  for (const Target &target : result.targets)
    spots.emplace_back(target.object, target.offset, target.stride);
  std::ranges::sort(spots);
  const auto [found, isNew] = vagueOnes.try_emplace({std::move(spots), result.mode}, key);
  if (isNew)
    found->second = add(std::move(result));
  return found->second;
}

LockKeyId LockKeys::withMode(LockKeyId key, LockMode mode) {
  LockKey result = keys[key];
  if (result.mode == mode)
    return key;
  result.mode = mode;
  return add(std::move(result));
}

LockKeys::Translated LockKeys::inCaller(LockKeyId key, const llvm::CallBase &call) {
  if (keys[key].kind != LockKey::Symbol)
    return {key, keys[key].kind != LockKey::Vague};
  if (const auto found = translated.find({&call, key}); found != translated.end())
    return found->second;
  const LockKey before = keys[key];
  Translated result{vague(key), false};
  const auto address = places.inCaller(before.address, call);
  if (address && std::abs(address->offset) < farthest && std::abs(address->inner) < farthest &&
      namesBy.lookup(address->base) < mostNames)
    result = {keyAt(*address, before.mode, before.targets,
                    llvm::isa<llvm::Argument>(address->base) || address->loads
                        ? before.name
                        : call.getArgOperand(
                              llvm::cast<llvm::Argument>(before.address.base)->getArgNo())),
              true};
  translated[{&call, key}] = result;
  return result;
}

std::optional<LockKeyId> LockKeys::inCallee(LockKeyId key, const llvm::CallBase &call,
                                            const llvm::Function &callee) {
  const LockKey before = keys[key];
  if (before.kind == LockKey::Single || before.kind == LockKey::Atomic)
    return key;
  if (before.kind == LockKey::Vague || before.address.loads ||
      !llvm::is_contained(pointers.callees(call), &callee))
    return std::nullopt;
  for (unsigned i = 0; i < std::min<std::size_t>(call.arg_size(), callee.arg_size()); ++i) {
    const llvm::Value &given = *call.getArgOperand(i);
    if (!given.getType()->isPointerTy() || call.isByValArgument(i))
      continue;
    const Address handed = places.of(given);
    if (handed.loads || handed.base != before.address.base)
      continue;
    const Address address{callee.getArg(i), before.address.offset - handed.offset, false, 0};
    if (std::abs(address.offset) < farthest && callee.getArg(i)->getType()->isPointerTy())
      return keyAt(address, before.mode, before.targets, before.name);
  }
  return std::nullopt;
}

bool LockKeys::mayAlias(LockKeyId a, LockKeyId b) {
  if (a > b)
    std::swap(a, b);
  const auto found = aliases.find({a, b});
  if (found != aliases.end())
    return found->second;
  const bool result = std::ranges::any_of(keys[a].targets, [&](const Target &one) {
    return std::ranges::any_of(keys[b].targets, [&](const Target &other) {
      return overlap(one, other) ||
             (one.object == other.object && pointers.object(one.object).isVague);
    });
  });
  return aliases[{a, b}] = result;
}

} // namespace heddle::analysis
