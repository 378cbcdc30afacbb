#include "pointer_law.h"

#include "vm/symbolic.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

using Op = program::OpKind;

namespace {

std::string textOf(const llvm::Value &value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  value.print(out);
  return text;
}

std::string nameOf(const analysis::AbstractObject &object) {
  return object.value ? textOf(*object.value).substr(0, 100)
                      : fmt::format("kind {}", static_cast<int>(object.kind));
}

/// The argument a bulk operation reads or writes by; -1 if it is another call.
int bulkArgument(const llvm::CallBase &call, bool writes) {
  const llvm::Function *callee = call.getCalledFunction();
  if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&call))
    return copy->getArgOperand(0) && writes ? 0 : 1;
  if (llvm::isa<llvm::MemSetInst>(call))
    return 0;
  if (!callee || !callee->isDeclaration())
    return -1;
  if (callee->getName() == "memcpy" || callee->getName() == "memmove")
    return writes ? 0 : 1;
  return callee->getName() == "memset" ? 0 : -1;
}

} // namespace

PointerLaw::Stack PointerLaw::stackOf(vm::ThreadId thread) const {
  Stack stack;
  for (const vm::Machine::StackEntry &entry : machine->stack(thread))
    stack.push_back(entry.location == program::noLocation
                        ? nullptr
                        : program.location(entry.location).instruction);
  return stack;
}

void PointerLaw::made(vm::ThreadId thread, vm::Address base) {
  const Stack stack = stackOf(thread);
  blocks[base] = !stack.empty() && !stack.front() ? Objects() : pointers.madeAt(stack);
}

PointerLaw::Objects PointerLaw::objectsAt(const vm::Machine::FoundObject &object) const {
  if (object.global)
    return {pointers.objectOf(*object.global)};
  return blocks.lookup(object.base);
}

bool PointerLaw::mayBe(const llvm::Value &pointer, vm::Address address) const {
  const auto object = machine->objectAt(address);
  if (!object)
    return true; // Nothing of the program lies there.
  const auto offset = static_cast<std::int64_t>(address - object->base);
  return std::ranges::any_of(objectsAt(*object), [&](analysis::ObjectId one) {
    return pointers.mayPointTo(pointer, one, offset);
  });
}

/// Whether a library function can come to the object: by an argument, or by what a list of
/// arguments points to.
bool PointerLaw::isHanded(const llvm::CallBase &call, vm::Address address) const {
  const auto object = machine->objectAt(address);
  const Objects wanted = object ? objectsAt(*object) : Objects();
  Objects near = pointers.objectsOf(call); // realloc fills what it gives.
  for (const llvm::Use &argument : call.args())
    for (const analysis::ObjectId one : pointers.objectsOf(*argument))
      near.push_back(one);
  constexpr unsigned depth = 3;
  for (unsigned i = 0; i < depth; ++i) {
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end());
    if (std::ranges::any_of(wanted,
                            [&](auto one) { return std::ranges::binary_search(near, one); }))
      return true;
    for (const analysis::ObjectId one : Objects(near))
      for (const analysis::Target &target : pointers.contents(one))
        near.push_back(target.object);
  }
  return false;
}

void PointerLaw::fail(const std::string &what, const llvm::Instruction &at, vm::Address address) {
  if (!text.empty())
    return;
  text = fmt::format("  {} in {}: {}\n", what, at.getFunction()->getName().str(), textOf(at));
  if (const auto object = machine->objectAt(address)) {
    text += fmt::format("  address is {} bytes into an object of {} bytes, which is\n",
                        static_cast<std::int64_t>(address - object->base), object->size);
    for (const analysis::ObjectId one : objectsAt(*object))
      text += fmt::format("    {}: {}\n", one, nameOf(pointers.object(one)));
  }
  for (const llvm::Use &operand : at.operands()) {
    const auto targets = pointers.pointsTo(*operand);
    for (std::size_t i = 0; i < std::min<std::size_t>(targets.size(), 8); ++i)
      text += fmt::format("  operand {} may be {} + {} (stride {}): {}\n", operand.getOperandNo(),
                          targets[i].object, targets[i].offset, targets[i].stride,
                          nameOf(pointers.object(targets[i].object)));
  }
}

void PointerLaw::checkAccess(const llvm::Instruction &at, const vm::Seen &seen) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&at);
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
    pointer = update->getPointerOperand();
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at))
    pointer = exchange->getPointerOperand();
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    const int argument = bulkArgument(*call, seen.kind == Op::Write);
    if (argument < 0) {
      ++accesses;
      if (!isHanded(*call, seen.address))
        fail("a library function comes to what it is not handed", at, seen.address);
      return;
    }
    pointer = call->getArgOperand(static_cast<unsigned>(argument));
  }
  if (!pointer)
    return;
  ++accesses;
  if (!mayBe(*pointer, seen.address))
    fail("an access of what its pointer does not point to", at, seen.address);
}

/// What was loaded or stored, where that is a pointer into something that lives.
void PointerLaw::checkValue(const llvm::Instruction &at, const vm::Seen &seen) {
  const bool isLoad = llvm::isa<llvm::LoadInst>(at);
  const bool isStore = llvm::isa<llvm::StoreInst>(at);
  if ((!isLoad && !isStore) || seen.size != 8 || machine->symbolic().any())
    return;
  std::uint64_t bits = 0;
  std::memcpy(&bits, seen.after, sizeof bits);
  const auto object = machine->objectAt(bits);
  if (!object || !object->isLive || bits - object->base > object->size)
    return;
  const llvm::Value &value = isLoad ? static_cast<const llvm::Value &>(at) : *at.getOperand(0);
  if (!pointers.isTracked(value))
    return;
  ++values;
  if (!mayBe(value, bits))
    fail(isLoad ? "a pointer is loaded" : "a pointer is stored", at, bits);
}

void PointerLaw::checkStack(const Stack &stack) {
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const llvm::Instruction *inner = stack[i];
    const llvm::Instruction *outer = i + 1 < stack.size() ? stack[i + 1] : nullptr;
    if (!inner || !seenCalls.insert({outer, inner->getFunction()}).second)
      continue;
    ++calls;
    if (!pointers.isReachable(*inner->getFunction()))
      return fail("a function that is said not to run runs", *inner, 0);
    const auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(outer);
    if (!call)
      continue;
    const auto callees = pointers.callees(*call);
    const bool callsBack =
        std::ranges::any_of(callees, [](const auto *callee) { return callee->isDeclaration(); });
    if (!callsBack && std::ranges::find(callees, inner->getFunction()) == callees.end())
      return fail("a call runs " + inner->getFunction()->getName().str(), *outer, 0);
  }
}

void PointerLaw::saw(const vm::Seen &seen) {
  if (!text.empty())
    return;
  const Stack stack = stackOf(seen.thread);
  checkStack(stack);
  if (seen.kind < Op::Read || seen.kind > Op::BulkCopy || stack.empty() || !stack.front())
    return;
  checkAccess(*stack.front(), seen);
  checkValue(*stack.front(), seen);
}

} // namespace heddle::property
