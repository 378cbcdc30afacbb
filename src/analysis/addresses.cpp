#include "analysis/addresses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace heddle::analysis {

namespace {
constexpr unsigned mostDepth = 8;   ///< Of accessors in accessors, and guards in guards.
constexpr unsigned mostStores = 64; ///< Users that are looked at for what a guard holds.

/// Whether the instruction gives the same for the same operands.
bool isPure(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator, llvm::CmpInst,
                   llvm::FreezeInst>(instruction);
}
} // namespace

Addresses::Addresses(const PointsTo &pointers, Loads loads)
    : pointers(pointers), loads(loads),
      layout(pointers.reachable().front()->getParent()->getDataLayout()) {}

const llvm::Function *Addresses::onlyCallee(const llvm::CallBase &call) const {
  const auto callees = pointers.callees(call);
  return callees.size() == 1 && !callees.front()->isDeclaration() &&
                 call.arg_size() >= callees.front()->arg_size()
             ? callees.front()
             : nullptr;
}

/// The first value that was computed in the same way.
const llvm::Value *Addresses::numbered(const llvm::Value &value) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value);
  const bool isKnownLoad = load && loads == Loads::ByAddress && !load->isVolatile();
  if (!instruction || (!isPure(*instruction) && !isKnownLoad))
    return &value;
  if (const auto found = numbers.find(&value); found != numbers.end())
    return found->second;
  std::vector<const void *> shape{
      instruction->getFunction(), instruction->getType(),
      reinterpret_cast<const void *>(std::uintptr_t{instruction->getOpcode()})};
  if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction))
    shape.push_back(address->getSourceElementType());
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(instruction))
    shape.push_back(reinterpret_cast<const void *>(std::uintptr_t{compare->getPredicate()}));
  for (const llvm::Use &operand : instruction->operands())
    shape.push_back(numbered(*operand));
  const llvm::Value *first = shapes.try_emplace(std::move(shape), &value).first->second;
  numbers[&value] = first;
  return first;
}

void Addresses::sources(const llvm::Value &base,
                        llvm::SmallVectorImpl<const llvm::Instruction *> &found) {
  llvm::SmallVector<const llvm::Value *, 8> work{&base};
  llvm::SmallPtrSet<const llvm::Value *, 8> seen;
  while (!work.empty()) {
    const llvm::Value *value = work.pop_back_val();
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !seen.insert(value).second)
      continue;
    const bool isKnownLoad = llvm::isa<llvm::LoadInst>(value) && loads == Loads::ByAddress;
    if (isPure(*instruction) || isKnownLoad)
      work.append(instruction->op_begin(), instruction->op_end());
    else if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(instruction);
             !variable || !variable->isStaticAlloca())
      found.push_back(instruction);
  }
}

Address Addresses::of(const llvm::Value &pointer) {
  if (const auto found = known.find(&pointer); found != known.end())
    return found->second;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value *base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  Address result{base, offset.getSExtValue()};
  if (depth < mostDepth) {
    ++depth;
    std::optional<Address> behind;
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(base))
      behind = loaded(of(*load->getPointerOperand()));
    else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(base))
      behind = returned(*call);
    --depth;
    if (behind) {
      behind->move(result.offset);
      result = *behind;
    }
  }
  if (!result.loads)
    result.base = numbered(*result.base);
  if (depth == 0)
    known[&pointer] = result;
  return result;
}

/// What lies at an address, if that is always the same while the function runs.
std::optional<Address> Addresses::loaded(const Address &from) {
  if (from.loads)
    return std::nullopt;
  if (llvm::isa<llvm::Argument>(from.base))
    return Address{from.base, from.offset, true, 0};
  const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(from.base);
  const llvm::Value *value = variable ? onlyValueIn(*variable, from.offset) : nullptr;
  return value ? std::optional(of(*value)) : std::nullopt;
}

/// What a call gives, if that is an address its callee is handed.
std::optional<Address> Addresses::returned(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getType()->isPointerTy() ? onlyCallee(call) : nullptr;
  if (!callee || callee->size() > 4)
    return std::nullopt;
  const llvm::ReturnInst *end = nullptr;
  for (const llvm::BasicBlock &block : *callee)
    if (const auto *here = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      if (end)
        return std::nullopt;
      end = here;
    }
  if (!end)
    return std::nullopt;
  const Address given = of(*end->getReturnValue());
  return llvm::isa<llvm::Argument>(given.base) ? inCaller(given, call) : std::nullopt;
}

std::optional<Address> Addresses::inCaller(const Address &address, const llvm::CallBase &call) {
  const auto *parameter = llvm::dyn_cast<llvm::Argument>(address.base);
  if (!parameter || parameter->getArgNo() >= call.arg_size() || parameter->hasByValAttr() ||
      !llvm::is_contained(pointers.callees(call), parameter->getParent()))
    return std::nullopt;
  const llvm::Value &given = *call.getArgOperand(parameter->getArgNo());
  if (!given.getType()->isPointerTy())
    return std::nullopt;
  Address result = of(given);
  result.move(address.offset);
  if (!address.loads)
    return result;
  std::optional<Address> behind = loaded(result);
  if (behind)
    behind->move(address.inner);
  return behind;
}

struct Addresses::Search {
  std::int64_t offset;
  llvm::SmallPtrSet<const llvm::Value *, 2> values;
  /// The calls that lead to the function that is looked at.
  llvm::SmallVector<const llvm::CallBase *, 4> calls;
  /// What stores there: of the function that is looked at, so in the end of the variable's.
  llvm::SmallVector<const llvm::Instruction *, 2> stores;
  /// All that has to do with the variable in its own function.
  llvm::SmallVector<const llvm::Instruction *, 8> users;
  unsigned steps = 0;
};

bool Addresses::storesFirst(const llvm::AllocaInst &variable, const Search &search) {
  if (search.stores.size() != 1)
    return false;
  llvm::DominatorTree tree(const_cast<llvm::Function &>(*variable.getFunction()));
  return llvm::all_of(search.users, [&](const llvm::Instruction *user) {
    return user == search.stores.front() || tree.dominates(search.stores.front(), user);
  });
}

bool Addresses::collectStores(const llvm::Value &pointer, std::int64_t offset, Search &search) {
  for (const llvm::User *user : pointer.users()) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction || ++search.steps > mostStores ||
        !collectFromUser(*instruction, pointer, offset, search))
      return false;
    const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(instruction);
    if (search.calls.empty() && !intrinsic && !llvm::isa<llvm::GetElementPtrInst>(instruction))
      search.users.push_back(instruction);
  }
  return true;
}

bool Addresses::collectFromUser(const llvm::Instruction &user, const llvm::Value &pointer,
                                std::int64_t offset, Search &search) {
  constexpr std::int64_t size = 8;
  if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&user)) {
    llvm::APInt more(64, 0);
    return address->accumulateConstantOffset(layout, more) &&
           collectStores(user, offset + more.getSExtValue(), search);
  }
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    if (store->getValueOperand() == &pointer)
      return false;
    const auto width = static_cast<std::int64_t>(
        layout.getTypeStoreSize(store->getValueOperand()->getType()).getKnownMinValue());
    if (offset + width <= search.offset || offset >= search.offset + size)
      return true;
    const llvm::Value *value = store->getValueOperand();
    for (std::size_t i = search.calls.size(); i-- > 0;)
      if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
        value = search.calls[i]->getArgOperand(argument->getArgNo());
      else if (!llvm::isa<llvm::GlobalValue>(value))
        return false;
    search.values.insert(value);
    search.stores.push_back(store);
    return offset == search.offset && width == size;
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&user))
    return collectFromCall(*call, pointer, offset, search);
  return llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user);
}

bool Addresses::collectFromCall(const llvm::CallBase &call, const llvm::Value &pointer,
                                std::int64_t offset, Search &search) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic);
  const llvm::Function *callee = onlyCallee(call);
  if (!callee || search.calls.size() >= mostDepth)
    return false;
  search.calls.push_back(&call);
  const std::size_t before = search.stores.size();
  bool isSeen = true;
  for (unsigned i = 0; i < call.arg_size() && isSeen; ++i)
    if (call.getArgOperand(i) == &pointer)
      isSeen = i < callee->arg_size() && !call.isByValArgument(i) &&
               collectStores(*callee->getArg(i), offset, search);
  search.calls.pop_back();
  if (search.stores.size() > before) {
    search.stores.resize(before);
    search.stores.push_back(&call);
  }
  return isSeen;
}

/// What is stored there, wherever the variable is handed; null unless it is one value that does not
/// change while the function runs.
const llvm::Value *Addresses::onlyValueIn(const llvm::AllocaInst &variable, std::int64_t offset) {
  const auto [entry, isNew] = stored.try_emplace({&variable, offset}, nullptr);
  if (!isNew)
    return entry->second;
  Search search{offset, {}, {}, {}, {}, 0};
  if (!variable.isStaticAlloca() || !collectStores(variable, 0, search) ||
      search.values.size() != 1)
    return nullptr;
  const llvm::Value *value = *search.values.begin();
  // Of a value that is computed anew, what lies there is the newest one where the store has come
  // first since.
  llvm::SmallVector<const llvm::Instruction *, 4> changing;
  sources(*of(*value).base, changing);
  if (!changing.empty() && !storesFirst(variable, search))
    return nullptr;
  return stored[{&variable, offset}] = value;
}

} // namespace heddle::analysis
