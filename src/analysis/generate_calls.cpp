// Calls: arguments, results, variable arguments, intrinsics.
#include "analysis/callers_apart.h"
#include "analysis/generator.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace N = llvm::Intrinsic;

namespace {

/// Whether a value of the type is passed in one register.
bool isScalar(const llvm::Type &type) {
  return type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() ||
         (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
}

/// Whether the call may hand back an address.
bool isPointer(const llvm::CallBase &call) {
  const llvm::Type &type = *call.getType();
  return !type.isVoidTy() && (!type.isIntegerTy() || type.getIntegerBitWidth() >= 64);
}

std::uint64_t sizeArgument(const llvm::Value &value) {
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return size ? size->getLimitedValue() : AbstractObject::anySize;
}

/// Whether the pointer was compared with the function before.
bool isExcluded(const llvm::CallBase *call, const llvm::Function &callee) {
  const llvm::MDNode *excluded = call ? call->getMetadata(excludedCallees) : nullptr;
  return excluded && llvm::any_of(excluded->operands(), [&](const llvm::MDOperand &one) {
           const auto *value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(one.get());
           return value && value->getValue() == &callee;
         });
}

} // namespace

std::uint32_t Generator::addSite(Site site) {
  sites.push_back(std::move(site));
  return static_cast<std::uint32_t>(sites.size() - 1);
}

Generator::Functions Generator::calleesOf(const llvm::CallBase &call) const {
  const auto site = siteOf.find(&call);
  const auto found = site == siteOf.end() ? callees.end() : callees.find(site->second);
  return found == callees.end() ? Functions() : found->second;
}

void Generator::addCall(const llvm::CallBase &call) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    if (addIntrinsic(*intrinsic))
      return;
  Site site;
  site.call = &call;
  for (const llvm::Use &argument : call.args())
    site.arguments.push_back(nodeOf(*argument));
  site.result = nodeOf(call);
  if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    if (!assembly->getAsmString().empty() || !call.getType()->isVoidTy())
      escape(site);
    return;
  }
  const llvm::Function *callee = directCallee(call);
  if (callee && (callee->getName().starts_with("heddle.undefined.")))
    return;
  const std::uint32_t number = addSite(std::move(site));
  siteOf[&call] = number;
  if (callee)
    reach(number, objectOf(*callee));
  else
    graph.addCall(nodeOf(*call.getCalledOperand()), number);
}

bool Generator::addIntrinsic(const llvm::IntrinsicInst &call) {
  const auto argument = [&](unsigned i) { return nodeOf(*call.getArgOperand(i)); };
  switch (call.getIntrinsicID()) {
  case N::memcpy:
  case N::memcpy_inline:
  case N::memmove:
    graph.addTransfer(argument(0), argument(1), sizeArgument(*call.getArgOperand(2)));
    return true;
  case N::memset:
  case N::memset_inline:
    graph.addStore(argument(0), argument(1), 0, AbstractObject::anySize);
    return true;
  case N::threadlocal_address:
  case N::expect:
  case N::expect_with_probability:
  case N::ptr_annotation:
  case N::annotation:
  case N::launder_invariant_group:
  case N::strip_invariant_group:
  case N::ssa_copy:
    graph.addCopy(argument(0), nodeOf(call));
    return true;
  case N::vastart: {
    const auto [area, isNew] = variadic.try_emplace(call.getFunction(), 0);
    if (isNew)
      area->second = addObject(ObjectKind::Variadic, call.getFunction(), AbstractObject::anySize);
    constexpr std::int64_t overflowArea = 8; // Where a va_list points to what is left.
    graph.addStore(argument(0), newNodeWith(objects.anywhere(area->second)), overflowArea, 8);
    return true;
  }
  case N::vacopy: {
    constexpr std::uint64_t listSize = 24;
    graph.addTransfer(argument(0), argument(1), listSize);
    return true;
  }
  case N::load_relative: {
    const NodeId table = graph.newNode();
    graph.addAnyShift(argument(0), table);
    graph.addLoad(table, nodeOf(call), 0, 4);
    graph.addCopy(table, nodeOf(call));
    return true;
  }
  case N::lifetime_start:
  case N::lifetime_end:
  case N::assume:
  case N::prefetch:
  case N::vaend:
  case N::var_annotation:
  case N::invariant_start:
  case N::invariant_end:
  case N::stackrestore:
  case N::stacksave:
  case N::objectsize:
  case N::is_constant:
  case N::eh_typeid_for:
  case N::dbg_declare:
  case N::dbg_value:
  case N::dbg_label:
    return true;
  default:
    break;
  }
  // Arithmetic: the result is made of the arguments, and there is no memory in it.
  const bool isPure = call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory();
  if (!isPure && !call.getType()->isVoidTy())
    return false;
  for (const llvm::Use &one : call.args()) {
    if (one->getType()->isPointerTy() && !isPure)
      return false;
    graph.addAnyShift(nodeOf(*one), nodeOf(call));
  }
  return true;
}

void Generator::reach(std::uint32_t call, ObjectId function) {
  const auto &callee = llvm::cast<llvm::Function>(*objects.object(function).value);
  if (isExcluded(sites[call].call, callee) || !callees[call].insert(&callee))
    return;
  const Site site = sites[call]; // Others may be added on the way.
  if (site.startsThread)
    routines.insert(&callee);
  if (!callee.isDeclaration())
    enterFunction(site, callee);
  else
    addLibraryCall(site, callee);
  if (isAdding) // Then what is found on the way waits until that function is done.
    return;
  isAdding = true;
  while (!toAdd.empty()) {
    const llvm::Function *next = toAdd.back();
    toAdd.pop_back();
    addFunction(*next);
  }
  isAdding = false;
}

void Generator::enterFunction(const Site &site, const llvm::Function &function) {
  if (reached.insert(&function))
    toAdd.push_back(&function);
  passArguments(site, function);
  takeResult(site, function);
}

void Generator::passArguments(const Site &site, const llvm::Function &function) {
  const auto given = static_cast<unsigned>(site.arguments.size());
  const auto wanted = static_cast<unsigned>(function.arg_size());
  bool fits = true; // As far as both go, the registers of the arguments are the same.
  for (unsigned i = 0; site.call && i < std::min(given, wanted); ++i) {
    const llvm::Type &from = *site.call->getArgOperand(i)->getType();
    const llvm::Type &to = *function.getArg(i)->getType();
    fits = fits && (&from == &to || (isScalar(from) && isScalar(to)));
  }
  for (unsigned i = 0; i < wanted; ++i) {
    const NodeId parameter = nodeOf(*function.getArg(i));
    for (unsigned j = 0; j < given; ++j)
      if (!fits || i == j)
        graph.addCopy(site.argument(j), parameter);
  }
  for (unsigned i = 0; site.call && i < given; ++i)
    if (site.call->isByValArgument(i))
      passCopy(site, function, i);
  if (!function.isVarArg() || given <= wanted)
    return;
  const auto [area, isNew] = variadic.try_emplace(&function, 0);
  if (isNew)
    area->second = addObject(ObjectKind::Variadic, &function, AbstractObject::anySize);
  const NodeId there = newNodeWith(objects.anywhere(area->second));
  for (unsigned i = 0; i < given; ++i) {
    graph.addStore(there, site.argument(i), 0, AbstractObject::anySize);
    if (site.call && site.call->isByValArgument(i))
      graph.addTransfer(there, site.argument(i), AbstractObject::anySize);
  }
}

/// The callee sees a copy of what the argument points to.
void Generator::passCopy(const Site &site, const llvm::Function &function, unsigned argument) {
  const std::uint64_t size =
      layout.getTypeAllocSize(site.call->getParamByValType(argument)).getFixedValue();
  if (argument >= function.arg_size())
    return;
  const llvm::Argument &parameter = *function.getArg(argument);
  const auto [object, isNew] = madeBy.try_emplace(&parameter, 0);
  if (isNew)
    object->second = addObject(ObjectKind::Copy, &parameter, AbstractObject::anySize);
  const NodeId copy = newNodeWith(objects.place(object->second, 0));
  graph.addCopy(copy, nodeOf(parameter));
  graph.addTransfer(copy, site.argument(argument), size);
}

NodeId Generator::returnNode(const llvm::Function &function) {
  NodeId &node = returns[&function];
  if (node == noNode)
    node = graph.newNode();
  return node;
}

/// What a wrapper returns that is not told apart by its calls.
NodeId Generator::restNode(const llvm::Function &function) {
  NodeId &node = rests[&function];
  if (node != noNode)
    return node;
  const NodeId made = node = graph.newNode();
  for (const std::size_t chain : wrappers.cutIn(function))
    graph.addPlace(made, objects.place(chainObjects[chain], 0));
  for (const llvm::CallBase *source : wrappers.sources(function))
    if (const llvm::Function *inner = directCallee(*source); inner && wrappers.isWrapper(*inner))
      graph.addCopy(restNode(*inner), made);
  return made;
}

void Generator::takeResult(const Site &site, const llvm::Function &function) {
  if (site.result == noNode)
    return;
  if (!wrappers.isWrapper(function))
    return graph.addCopy(returnNode(function), site.result);
  graph.addCopy(restNode(function), site.result);
  if (site.call && directCallee(*site.call) == &function) {
    for (const std::size_t chain : chainsAt.lookup(site.call))
      graph.addPlace(site.result, objects.place(chainObjects[chain], 0));
    return;
  }
  for (const std::size_t chain : wrappers.openIn(function))
    graph.addPlace(site.result, objects.place(chainObjects[chain], 0));
}

/// Who is not known may change, put into each other and hand back all that one call hands over, and
/// memory of its own; and call the functions that it is given, alone or in a structure. What it was
/// handed by other calls it does not remember: if it did, all that is given to any such function
/// would be one thing.
void Generator::escape(const Site &site) {
  if (site.isOfUnknown)
    return; // That was said when it came to be.
  const NodeId given = graph.newNode();
  const NodeId inside = graph.newNode();
  const NodeId known = graph.newNode();
  const NodeId anywhere = graph.newNode();
  if (site.call && site.result != noNode && isPointer(*site.call)) {
    const auto [object, isNew] = allocatedBy.try_emplace(site.call, 0);
    if (isNew)
      object->second = addObject(ObjectKind::Heap, site.call, AbstractObject::anySize);
    graph.addPlace(given, objects.anywhere(object->second));
  }
  for (const NodeId argument : site.arguments)
    graph.addCopy(argument, given);
  graph.addAnyShift(given, known);
  graph.addLoad(known, inside, 0, AbstractObject::anySize);
  constexpr std::size_t mostArguments = 16;
  Site back;
  back.arguments.assign(mostArguments, anywhere);
  back.result = anywhere;
  back.startsThread = true; // For all we know.
  back.isOfUnknown = true;
  const std::uint32_t number = addSite(std::move(back));
  graph.addCall(given, number);
  graph.addCall(inside, number);
  graph.addCopy(known, anywhere);
  const NodeId found = graph.newNode();
  graph.addMixing(anywhere, found);
  graph.addAnyShift(found, anywhere);
  if (site.result != noNode)
    graph.addCopy(anywhere, site.result);
}

std::vector<ObjectId> Generator::copiesFor(const llvm::CallBase &call) const {
  std::vector<ObjectId> result;
  for (const llvm::Function *callee : calleesOf(call)) {
    if (const auto area = variadic.find(callee); area != variadic.end())
      result.push_back(area->second);
    for (const llvm::Argument &parameter : callee->args())
      if (const auto copy = madeBy.find(&parameter); copy != madeBy.end())
        result.push_back(copy->second);
  }
  return result;
}

int Generator::objectMadeBy(const llvm::Value &instruction) const {
  for (const auto *table : {&madeBy, &allocatedBy})
    if (const auto found = table->find(&instruction); found != table->end())
      return static_cast<int>(found->second);
  return -1;
}

} // namespace heddle::analysis
