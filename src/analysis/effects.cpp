#include "analysis/effects.h"

#include "analysis/accesses.h"
#include "analysis/library.h"
#include "analysis/stops.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <numeric>

namespace heddle::analysis {

using Op = program::OpKind;

namespace {

constexpr std::uint64_t any = AbstractObject::anySize;

/// Whether [a, a + sizeA) and [b, b + sizeB) meet when either may be moved by multiples of `step`.
bool meet(std::int64_t a, std::uint64_t sizeA, std::int64_t b, std::uint64_t sizeB,
          std::uint64_t step) {
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(b, a, &distance))
    return true;
  if (step == 0)
    return distance >= 0 ? static_cast<std::uint64_t>(distance) < sizeA
                         : static_cast<std::uint64_t>(-distance) < sizeB;
  const auto signedStep = static_cast<std::int64_t>(step);
  const auto ahead = static_cast<std::uint64_t>((distance % signedStep + signedStep) % signedStep);
  return ahead < sizeA || step - ahead < sizeB;
}

std::uint64_t constantSize(const llvm::Value &value) {
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return size ? size->getLimitedValue() : any;
}

/// Whether a library function writes through none of the pointers it is handed.
bool onlyReads(llvm::StringRef name, Op kind) {
  static constexpr std::string_view names[] = {
      "__heddle_print", "__heddle_print_list", "__printf_chk", "__vprintf_chk", "atof",
      "heddle_note",    "malloc_usable_size",  "printf",       "putchar",       "puts",
      "vprintf"};
  return kind == Op::Assertion || kind == Op::Assume ||
         std::ranges::find(names, std::string_view(name)) != std::end(names);
}

/// Whether the result depends on when it is called.
bool asksForTime(llvm::StringRef name) {
  return name == "time" || name == "clock_gettime" || name == "gettimeofday" ||
         name == "timespec_get" || name.contains("sleep");
}

} // namespace

bool overlap(const Touch &a, const Touch &b) {
  return a.where.object == b.where.object && meet(a.where.offset, a.size, b.where.offset, b.size,
                                                  std::gcd(a.where.stride, b.where.stride));
}

Effects::Effects(const PointsTo &pointers, const Threads &threads) : pointers(pointers) {
  for (ObjectId id = 0; id < pointers.objectCount(); ++id) {
    const AbstractObject &object = pointers.object(id);
    if (object.kind == ObjectKind::Variadic)
      variadics[llvm::cast<llvm::Function>(object.value)] = id;
    if (object.kind == ObjectKind::Copy)
      copies[object.value] = id;
    if (object.kind == ObjectKind::Errno)
      errnoObject = id;
  }
  for (const ThreadAbout &thread : threads.all())
    routines[thread.routine] = true;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        for (const llvm::Function *callee : pointers.callees(*call))
          readsErrno |= callee->getName() == "__errno_location";
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      find(instruction);
      if (!now.empty())
        all.try_emplace(&instruction, std::move(now));
      now.clear();
    }
}

const std::vector<Touch> &Effects::of(const llvm::Instruction &at) const {
  const auto found = all.find(&at);
  return found == all.end() ? none : found->second;
}

std::size_t Effects::objectCount() const {
  return pointers.objectCount() + hiddenCount;
}

ObjectId Effects::hidden(Hidden which) const {
  return static_cast<ObjectId>(pointers.objectCount()) + which;
}

void Effects::add(const llvm::Value &pointer, std::uint64_t size, bool reads, bool writes) {
  for (const Target &target : pointers.pointsTo(pointer)) {
    const AbstractObject &object = pointers.object(target.object);
    if (object.hasMemory() && (reads || !object.isConstant))
      now.push_back({target, size, reads, writes && !object.isConstant});
  }
}

void Effects::addObject(ObjectId object, bool reads, bool writes) {
  now.push_back({{object, 0, 1}, any, reads, writes});
}

void Effects::addHidden(Hidden which, bool reads, bool writes) {
  addObject(hidden(which), reads, writes);
}

void Effects::find(const llvm::Instruction &at) {
  const llvm::DataLayout &layout = at.getModule()->getDataLayout();
  const auto sizeOf = [&](llvm::Type *type) {
    return type->isSized() ? layout.getTypeStoreSize(type).getKnownMinValue() : any;
  };
  switch (at.getOpcode()) {
  case llvm::Instruction::Load:
    return add(*at.getOperand(0), sizeOf(at.getType()), true, false);
  case llvm::Instruction::Store:
    return add(*at.getOperand(1), sizeOf(at.getOperand(0)->getType()), false, true);
  case llvm::Instruction::AtomicRMW:
    return add(*at.getOperand(0), sizeOf(at.getType()), true, true);
  case llvm::Instruction::AtomicCmpXchg:
    return add(*at.getOperand(0), sizeOf(at.getOperand(1)->getType()), true, true);
  case llvm::Instruction::VAArg:
    add(*at.getOperand(0), any, true, true);
    for (const Target &target : pointers.pointsTo(*at.getOperand(0)))
      for (const Target &inner : pointers.contents(target.object))
        addObject(inner.object, true, false);
    return;
  case llvm::Instruction::Ret:
    if (routines.contains(at.getFunction()))
      addHidden(ThreadResult, false, true);
    return;
  case llvm::Instruction::LandingPad:
    return addHidden(Exception, true, false);
  case llvm::Instruction::Resume:
    return addHidden(Exception, true, true);
  default:
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
      addCall(*call);
  }
}

void Effects::addCall(const llvm::CallBase &call) {
  if (llvm::isa<llvm::IntrinsicInst>(call))
    return addIntrinsic(call);
  if (call.isInlineAsm())
    return addDeep(call, true, ~0u);
  for (const llvm::Function *callee : pointers.callees(call)) {
    if (isLibraryFunction(*callee))
      addLibrary(call, *callee);
    else
      addEntered(call, *callee);
  }
}

/// Arguments that are passed in memory.
void Effects::addEntered(const llvm::CallBase &call, const llvm::Function &callee) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i))
      continue;
    add(*call.getArgOperand(i), any, true, false);
    if (i < callee.arg_size())
      if (const auto copy = copies.find(callee.getArg(i)); copy != copies.end())
        addObject(copy->second, false, true);
  }
  if (const auto area = variadics.find(&callee); area != variadics.end())
    addObject(area->second, false, true);
}

void Effects::addIntrinsic(const llvm::CallBase &call) {
  namespace N = llvm::Intrinsic;
  switch (llvm::cast<llvm::IntrinsicInst>(call).getIntrinsicID()) {
  case N::memcpy:
  case N::memcpy_inline:
  case N::memmove: {
    const std::uint64_t size = constantSize(*call.getArgOperand(2));
    add(*call.getArgOperand(0), size, false, true);
    return add(*call.getArgOperand(1), size, true, false);
  }
  case N::memset:
  case N::memset_inline:
    return add(*call.getArgOperand(0), constantSize(*call.getArgOperand(2)), false, true);
  case N::lifetime_start:
  case N::lifetime_end:
    return add(*call.getArgOperand(1), any, false, true);
  case N::vastart:
    if (const auto area = variadics.find(call.getFunction()); area != variadics.end())
      addObject(area->second, true, false);
    return add(*call.getArgOperand(0), any, false, true);
  case N::vacopy:
    add(*call.getArgOperand(1), any, true, false);
    return add(*call.getArgOperand(0), any, false, true);
  default:
    if (!call.doesNotAccessMemory())
      for (const llvm::Use &argument : call.args())
        if (argument->getType()->isPtrOrPtrVectorTy())
          add(*argument, any, !call.onlyWritesMemory(), !call.onlyReadsMemory());
  }
}

/// All that can be come to from the arguments by so many pointers.
void Effects::addDeep(const llvm::CallBase &call, bool writes, unsigned depth) {
  llvm::SmallSetVector<ObjectId, 16> found;
  for (const llvm::Use &argument : call.args())
    for (const ObjectId id : pointers.objectsOf(*argument))
      found.insert(id);
  for (std::size_t i = 0, level = found.size(); i < found.size() && depth; ++i) {
    for (const Target &target : pointers.contents(found[i]))
      found.insert(target.object);
    if (i + 1 == level) {
      level = found.size();
      --depth;
    }
  }
  for (const ObjectId id : found)
    if (pointers.object(id).hasMemory())
      addObject(id, true, writes && !pointers.object(id).isConstant);
}

void Effects::addLibrary(const llvm::CallBase &call, const llvm::Function &callee) {
  const Op kind = kindOfCall(call, callee);
  const llvm::StringRef name = callee.getName();
  const LibraryBehaviour behaviour = behaviourOf(name);
  if (readsErrno)
    addObject(errnoObject, false, true);
  if (!behaviour.isKnown && !program::isConvention(name))
    return addDeep(call, true, ~0u);
  if (asksForTime(name))
    addHidden(Clock, true, true);
  if (kind == Op::AtomicBegin || kind == Op::AtomicEnd)
    addHidden(Section, true, true);
  if (kind == Op::Cancel || name.starts_with("pthread_setcancel"))
    addHidden(Cancelling, true, true);
  else if (synchronises(kind) || kind == Op::Yield || name == "pthread_testcancel")
    addHidden(Cancelling, true, false);
  if (name.starts_with("pthread_key"))
    addHidden(Specific, true, true);
  const bool isBulk = std::ranges::any_of(behaviour.acts, [](const LibraryAct &act) {
    return act.kind == LibraryAct::Transfer || act.kind == LibraryAct::Fill;
  });
  addActs(call, callee);
  if (isBulk)
    return;
  const bool listed = name.contains("print"); // It may be handed a list of strings.
  const bool writes = !onlyReads(name, kind) || (listed && mayStoreLength(call));
  if (listed) {
    const TouchList list = touchesOf(call, pointers);
    addDeep(call,
            std::ranges::any_of(list.touches,
                                [](const MemoryTouch &touch) {
                                  return touch.writes &&
                                         touch.extent == MemoryTouch::Extent::Onward;
                                }),
            3);
  }
  for (const llvm::Use &argument : call.args())
    add(*argument, any, true, writes);
  // What the object begins with, or is after that.
  if (kind == Op::Allocate)
    add(call, any, false, true);
}

void Effects::addActs(const llvm::CallBase &call, const llvm::Function &callee) {
  const auto argument = [&](std::uint8_t i) -> const llvm::Value & {
    return *call.getArgOperand(i);
  };
  for (const LibraryAct &act : behaviourOf(callee.getName()).acts) {
    const unsigned most = std::max({act.a == LibraryAct::none ? 0u : act.a + 1u,
                                    act.b == LibraryAct::none ? 0u : act.b + 1u,
                                    act.c == LibraryAct::none ? 0u : act.c + 1u});
    if (most > call.arg_size())
      continue; // Called in a way that it cannot be.
    switch (act.kind) {
    case LibraryAct::Transfer: {
      const std::uint64_t size = constantSize(argument(act.c));
      add(argument(act.a), size, false, true);
      add(argument(act.b), size, true, false);
      break;
    }
    case LibraryAct::Fill:
      add(argument(act.a), any, false, true);
      break;
    case LibraryAct::Allocate:
      add(call, any, false, true);
      break;
    case LibraryAct::AllocateInto:
    case LibraryAct::Lazy:
      for (const Target &target : pointers.pointsTo(argument(act.a)))
        for (const Target &made : pointers.contents(target.object))
          addObject(made.object, false, true);
      break;
    case LibraryAct::End:
      addHidden(ThreadResult, false, true);
      break;
    case LibraryAct::Join:
      addHidden(ThreadResult, true, false);
      break;
    case LibraryAct::SetSpecific:
      addHidden(Specific, true, true);
      break;
    case LibraryAct::GetSpecific:
      addHidden(Specific, true, false);
      break;
    case LibraryAct::Raise:
      addHidden(Exception, true, true);
      break;
    case LibraryAct::SetJump:
      addHidden(Jumping, true, true);
      break;
    case LibraryAct::Jump:
      addHidden(Jumping, true, true);
      break;
    default:
      break;
    }
  }
}

} // namespace heddle::analysis
