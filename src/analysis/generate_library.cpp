// Calls of library functions without a body: what library.h says of them, as constraints.
#include "analysis/generator.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

using Act = LibraryAct;

/// The value of a size that is written down; anySize otherwise.
std::uint64_t constantArgument(const llvm::CallBase *call, std::uint8_t index) {
  if (!call || index >= call->arg_size())
    return AbstractObject::anySize;
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(index));
  return size ? size->getLimitedValue() : AbstractObject::anySize;
}

/// How many bytes a call allocates, if that is written down.
std::uint64_t allocatedSize(const llvm::CallBase *call, const LibraryBehaviour &behaviour) {
  for (const Act &act : behaviour.acts) {
    if (act.kind != Act::Allocate)
      continue;
    const std::uint64_t size = constantArgument(call, act.a);
    const std::uint64_t count = act.b == Act::none ? 1 : constantArgument(call, act.b);
    std::uint64_t product = 0;
    if (size != AbstractObject::anySize && count != AbstractObject::anySize &&
        !__builtin_mul_overflow(size, count, &product))
      return product;
  }
  return AbstractObject::anySize;
}

/// Whether some type is described by this class of the C++ library.
bool describesTypes(const llvm::Module &module, llvm::StringRef table) {
  const llvm::GlobalValue *found = module.getNamedValue(table);
  return found && !found->use_empty();
}

} // namespace

void Generator::addChains() {
  for (const AllocationChain &chain : wrappers.chains()) {
    const llvm::CallBase *made = chain.front();
    const LibraryBehaviour behaviour = behaviourOf(directCallee(*made)->getName());
    const ObjectId object = addObject(ObjectKind::Heap, made, allocatedSize(made, behaviour));
    objects.change(object).calls.assign(chain.begin() + 1, chain.end());
    for (const llvm::CallBase *call : chain)
      chainsAt[call].push_back(chainObjects.size());
    chainObjects.push_back(object);
  }
}

void Generator::addLibraryCall(const Site &site, const llvm::Function &function) {
  if (function.isIntrinsic() && !site.call)
    return;
  const LibraryBehaviour behaviour = behaviourOf(function.getName());
  if (!behaviour.isKnown) {
    unknown.insert(&function);
    return escape(site);
  }
  for (const Act &one : behaviour.acts)
    act(site, function, one);
  const llvm::Function *noMemory =
      mayLackMemory(function) ? module.getFunction(outOfMemory) : nullptr;
  if (noMemory && !noMemory->isDeclaration())
    enterFunction({}, *noMemory);
}

/// New memory at a call. One that goes through a pointer, or comes from a library function, is an
/// object of its own without chains.
void Generator::allocate(const Site &site, const llvm::Function &function, NodeId into) {
  if (site.call && chainsAt.contains(site.call) && directCallee(*site.call) == &function) {
    for (const std::size_t chain : chainsAt.lookup(site.call))
      graph.addPlace(into, objects.place(chainObjects[chain], 0));
    return;
  }
  const llvm::Value *by = site.call ? static_cast<const llvm::Value *>(site.call) : &function;
  const auto [object, isNew] = allocatedBy.try_emplace(by, 0);
  if (isNew)
    object->second = addObject(ObjectKind::Heap, by, AbstractObject::anySize);
  graph.addPlace(into, objects.place(object->second, 0));
}

void Generator::callBack(NodeId function, std::vector<NodeId> arguments, bool inThread,
                         NodeId result) {
  Site site;
  site.arguments = std::move(arguments);
  site.startsThread = inThread;
  site.result = result;
  graph.addCall(function, addSite(std::move(site)));
}

/// An exception on its way: who catches it finds the object as its own type in the third word of
/// the head (models/exceptions.h). With a single base that is where the object begins; a pointer
/// that is thrown is found by its value.
void Generator::raise(NodeId exception) {
  graph.addCopy(exception, exceptions);
  if (hasRaise)
    return;
  hasRaise = true;
  constexpr std::int64_t objectAt = 8;
  constexpr std::int64_t adjustedAt = 16;
  const NodeId thrown = graph.newNode();
  const NodeId adjusted = graph.newNode();
  const NodeId pointer = graph.newNode();
  graph.addLoad(exceptions, thrown, objectAt, 8);
  const bool hasManyBases = describesTypes(module, "_ZTVN10__cxxabiv121__vmi_class_type_infoE");
  graph.addShift(thrown, adjusted, 0, hasManyBases ? 1 : 0);
  if (describesTypes(module, "_ZTVN10__cxxabiv119__pointer_type_infoE"))
    graph.addLoad(thrown, pointer, 0, 8);
  graph.addShift(pointer, adjusted, 0, hasManyBases ? 1 : 0);
  graph.addStore(exceptions, adjusted, adjustedAt, 8);
}

void Generator::act(const Site &site, const llvm::Function &function, const LibraryAct &act) {
  constexpr std::uint64_t word = 8;
  constexpr std::uint64_t all = AbstractObject::anySize;
  const NodeId a = site.argument(act.a);
  const NodeId b = site.argument(act.b);
  switch (act.kind) {
  case Act::Allocate:
    return allocate(site, function, site.result);
  case Act::AllocateInto: {
    const NodeId made = graph.newNode();
    allocate(site, function, made);
    return graph.addStore(a, made, 0, word);
  }
  case Act::Return:
    return graph.addCopy(a, site.result);
  case Act::Transfer:
    return graph.addTransfer(a, b, constantArgument(site.call, act.c));
  case Act::Reallocate:
    return graph.addTransfer(site.result, a, all);
  case Act::Store:
    return graph.addStore(a, b, 0, word);
  case Act::StoreInto: {
    const NodeId inside = graph.newNode();
    graph.addAnyShift(b, inside);
    return graph.addStore(a, inside, 0, word);
  }
  case Act::Fill:
    return graph.addStore(a, b, 0, all);
  case Act::Call:
    return callBack(a, {b}, false, noNode);
  case Act::Start:
    return callBack(a, {b}, true, threadResults);
  case Act::End:
    return graph.addCopy(a, threadResults);
  case Act::Join:
    return graph.addStore(a, threadResults, 0, word);
  case Act::SetSpecific:
    return graph.addCopy(a, specifics);
  case Act::GetSpecific:
    return graph.addCopy(specifics, site.result);
  case Act::AddDestructor:
    return graph.addCopy(a, destructors);
  case Act::Errno:
    return graph.addPlace(site.result, objects.place(special(ObjectKind::Errno), 0));
  case Act::Raise:
    return raise(a);
  case Act::Terminate: {
    const llvm::GlobalVariable *handler =
        module.getGlobalVariable("__heddle_when_terminated", /*AllowInternal=*/true);
    if (!handler)
      return;
    const NodeId called = graph.newNode();
    graph.addLoad(constantNode(*handler), called, 0, word);
    return callBack(called, {}, false, noNode);
  }
  case Act::SetJump:
    return graph.addCopy(jumpValues, site.result);
  case Act::Jump:
    return graph.addAnyShift(a, jumpValues);
  case Act::PushCleanup: {
    constexpr std::int64_t outerAt = 72;
    graph.addCopy(a, cleanups);
    return graph.addStore(a, cleanups, outerAt, word);
  }
  case Act::Lazy: {
    const NodeId made = newNodeWith(objects.anywhere(special(ObjectKind::Lazy)));
    return graph.addStore(a, made, 0, word);
  }
  }
}

} // namespace heddle::analysis
