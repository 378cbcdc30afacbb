// Inputs, and what must or may be assumed of them.
#include "vm/image.h"
#include "vm/inputs.h"
#include "vm/lazy.h"
#include "vm/library.h"

#include <llvm/IR/Function.h>

namespace heddle::vm {

namespace {

using expr::Ref;

// --- inputs
// -------------------------------------------------------------------------------------------

template <unsigned Size, InputType Type> Reached scalar(Call &call) {
  const std::optional<std::string> name = call.string(call[0]);
  return name ? call.doneWith(scalarInput(call.x, *name, Type, Size)) : Reached::Stopped;
}

/// Adds a condition on a new input, which can always hold.
void restrict(Call &call, Ref condition) {
  expr::Assignment found;
  if (call.x.symbolic.canHold(condition, found) == solver::Answer::Yes)
    call.x.symbolic.add(condition, std::move(found));
}

Reached boolean(Call &call) {
  const std::optional<std::string> name = call.string(call[0]);
  if (!name)
    return Reached::Stopped;
  expr::Builder &b = call.x.symbolic.builder();
  const Ref value = scalarInput(call.x, *name, InputType::Unsigned, 1);
  if (value->isConstant())
    return call.done(value->value ? 1 : 0);
  restrict(call, b.less(value, b.constant(2, 8)));
  return call.doneWith(b.extract(value, 0, 1));
}

/// A number from call[0] on, up to call[1] (or before it).
template <bool WithHigh> Reached range(Call &call) {
  const std::optional<std::string> name = call.string(call[2]);
  if (!name)
    return Reached::Stopped;
  const std::int64_t low = static_cast<std::int32_t>(call[0]);
  const std::int64_t high = std::int64_t{static_cast<std::int32_t>(call[1])} - (WithHigh ? 0 : 1);
  if (low > high) {
    call.x.stand(call.pc, Standing::Assume);
    return Reached::Stopped;
  }
  expr::Builder &b = call.x.symbolic.builder();
  const Ref value = scalarInput(call.x, *name, InputType::Signed, 4);
  const Ref first = b.constant(static_cast<std::uint64_t>(low), 32);
  const Ref last = b.constant(static_cast<std::uint64_t>(high), 32);
  const Ref inside = b.bitAnd(b.lessEqualSigned(first, value), b.lessEqualSigned(value, last));
  if (value->isConstant())
    return call.doneWith(inside->isTrue() ? value : first);
  restrict(call, inside);
  return call.doneWith(value);
}

/// Bytes at call[0], call[1] of them, become an input.
Reached bytesInput(Call &call, const std::string &name) {
  const Address address = call[0];
  const auto size = static_cast<unsigned>(call[1]);
  if (call[1] == 0)
    return call.done(0);
  if (!call.write(address, call[1]))
    return Reached::Stopped;
  // A variable of its own with the size of a number is shown as one.
  const bool isNumber =
      call.x.memory.find(address)->size == size && (size == 2 || size == 4 || size == 8);
  inputAt(call.x, address, name, isNumber ? InputType::Signed : InputType::Bytes, size);
  return call.done(0);
}

/// __VERIFIER_nondet_TYPE: the size is the result's, the sign is in the name. The one for memory
/// gives nothing back: it fills.
Reached nondet(Call &call) {
  const std::string type = call.callee.name.substr(std::string_view("__VERIFIER_nondet_").size());
  if (type == "memory")
    return bytesInput(call, type);
  const llvm::Type *result = call.callee.function->getReturnType();
  if (result->isVoidTy())
    return call.cannot("unsupported", call.callee.name + " gives nothing back");
  const unsigned bits = result->isIntegerTy()   ? result->getIntegerBitWidth()
                        : result->isFloatTy()   ? 32
                        : result->isDoubleTy()  ? 64
                        : result->isPointerTy() ? 64
                                                : 0;
  if (bits == 0 || bits > 64)
    return call.cannot("unsupported", "an input of the type of " + call.callee.name);
  const bool isReal = result->isFloatTy() || result->isDoubleTy();
  const bool isUnsigned = type.starts_with('u') || type == "size_t" || type == "pointer" ||
                          type == "bool" || type == "_Bool" || type == "pthread_t";
  const InputType kind = isReal       ? InputType::Real
                         : isUnsigned ? InputType::Unsigned
                                      : InputType::Signed;
  expr::Builder &b = call.x.symbolic.builder();
  const Ref value = scalarInput(call.x, type, kind, (bits + 7) / 8);
  if ((type == "bool" || type == "_Bool") && !value->isConstant())
    restrict(call, b.less(value, b.constant(2, value->width)));
  return call.doneWith(b.resize(value, bits));
}

Reached symbolicBytes(Call &call) {
  const std::optional<std::string> name = call.string(call[2]);
  return name ? bytesInput(call, *name) : Reached::Stopped;
}

/// The pointer at call[0] is decided at its first use; call[1] names the type it points to.
Reached lazy(Call &call) {
  const std::optional<std::string> name = call.string(call[1]);
  if (!name)
    return Reached::Stopped;
  const program::ObjectFamily *family = lazyFamily(call.x, *name);
  if (!family)
    return call.cannot("unsupported", "heddle_lazy: no type '" + *name +
                                          "' in the debug information of the program");
  if (family->members.empty())
    return call.cannot("unsupported", "heddle_lazy: the program makes no object of type '" + *name +
                                          "' or of one derived from it");
  if (!call.write(call[0], 8))
    return Reached::Stopped;
  makeLazy(call.x, call[0], *family);
  return call.done(0);
}

Reached choose(Call &call) {
  std::uint32_t which = 0;
  if (!call.x.choose(call.pc, static_cast<std::uint32_t>(call[0]), which))
    return Reached::Stopped;
  return call.done(which);
}

// --- conditions
// ---------------------------------------------------------------------------------------

/// The first argument as a truth value; `width` is what of it counts.
Ref conditionOf(Call &call, unsigned width) {
  expr::Builder &b = call.x.symbolic.builder();
  const Ref node = call.symbolic(0);
  const Ref value = node ? b.resize(node, width) : b.constant(call[0], width);
  return b.invert(b.equal(value, b.constant(0, width)));
}

template <unsigned Width> Reached assume(Call &call) {
  return call.x.assume(call.pc, conditionOf(call, Width)) ? call.done(0) : Reached::Stopped;
}

/// The condition as written, found in the source line of the call.
std::string conditionAt(Call &call) {
  const program::LocationId where = call.x.userLocation(call.thread());
  if (where == program::noLocation)
    return {};
  const program::Program &program = call.x.image.program();
  std::string_view line = program.sourceLine(where);
  const std::size_t column = program.place(where).column;
  if (column > 0 && column <= line.size())
    line.remove_prefix(column - 1);
  const std::size_t name = line.find("assert");
  const std::size_t open = line.find('(', name == std::string_view::npos ? 0 : name);
  if (open == std::string_view::npos)
    return {};
  std::size_t close = open;
  int depth = 0;
  do {
    depth += line[close] == '(' ? 1 : line[close] == ')' ? -1 : 0;
  } while (depth > 0 && ++close < line.size());
  return depth ? "" : ": " + std::string(line.substr(open + 1, close - open - 1));
}

Reached assertCondition(Call &call) {
  switch (call.x.decide(call.pc, conditionOf(call, 32))) {
  case Executor::Side::True:
    return call.done(0);
  case Executor::Side::False:
    return call.fail(FaultKind::Assertion, "assertion failed" + conditionAt(call));
  case Executor::Side::Stopped:
    break;
  }
  return Reached::Stopped;
}

constexpr LibraryFunction functions[] = {
    {"heddle_symbolic", symbolicBytes},
    {"klee_make_symbolic", symbolicBytes},
    {"heddle_bool", boolean},
    {"heddle_char", scalar<1, InputType::Signed>},
    {"heddle_schar", scalar<1, InputType::Signed>},
    {"heddle_uchar", scalar<1, InputType::Unsigned>},
    {"heddle_short", scalar<2, InputType::Signed>},
    {"heddle_ushort", scalar<2, InputType::Unsigned>},
    {"heddle_int", scalar<4, InputType::Signed>},
    {"klee_int", scalar<4, InputType::Signed>},
    {"heddle_uint", scalar<4, InputType::Unsigned>},
    {"heddle_long", scalar<8, InputType::Signed>},
    {"heddle_ulong", scalar<8, InputType::Unsigned>},
    {"heddle_llong", scalar<8, InputType::Signed>},
    {"heddle_ullong", scalar<8, InputType::Unsigned>},
    {"heddle_size", scalar<8, InputType::Unsigned>},
    {"heddle_float", scalar<4, InputType::Real>},
    {"heddle_double", scalar<8, InputType::Real>},
    {"heddle_range", range<true>},
    {"klee_range", range<false>},
    {"heddle_lazy", lazy},
    {"heddle_choose", choose},
    {"klee_choose", choose},
    {"__VERIFIER_nondet_", nondet},
    {"heddle_assume", assume<32>, Symbols::Known},
    {"__VERIFIER_assume", assume<32>, Symbols::Known},
    {"assume_abort_if_not", assume<32>, Symbols::Known},
    {"klee_assume", assume<64>, Symbols::Known},
    {"assert", assertCondition, Symbols::Known},
    {"heddle_assert", assertCondition, Symbols::Known},
    {"__VERIFIER_assert", assertCondition, Symbols::Known},
    {"klee_assert", assertCondition, Symbols::Known},
};

} // namespace

std::span<const LibraryFunction> inputFunctions() {
  return functions;
}

} // namespace heddle::vm
