#include "vm/lazy.h"

#include "vm/image.h"
#include "vm/inputs.h"

#include <algorithm>

namespace heddle::vm {

using expr::Ref;
using program::Field;
using program::ObjectType;

namespace {

InputType inputTypeOf(Field::Kind kind) {
  switch (kind) {
  case Field::Kind::Signed:
    return InputType::Signed;
  case Field::Kind::Real:
    return InputType::Real;
  case Field::Kind::Unsigned:
  case Field::Kind::Pointer:
    return InputType::Unsigned;
  case Field::Kind::Bytes:
    break;
  }
  return InputType::Bytes;
}

/// A new object whose scalars are inputs and whose pointers are lazy.
Address makeObject(Executor &x, const ObjectType &type) {
  const Address address = x.makeHeapObject(type.size, 16, true, false);
  if (!address)
    return 0;
  const std::string name = type.name + std::to_string(x.symbolic.lazyObjects.size() + 1);
  for (const Field &field : type.fields) {
    const Address at = address + field.offset;
    if (field.kind == Field::Kind::Pointer) {
      if (const ObjectType *target = lazyType(x, field.target))
        makeLazy(x, at, *target);
      continue;
    }
    if (field.size)
      inputAt(x, at, name + "." + field.path, inputTypeOf(field.kind),
              static_cast<unsigned>(field.size));
  }
  x.symbolic.lazyObjects.push_back({&type, address});
  x.share(address); // The pointer may have come from anywhere.
  return address;
}

bool resolveOne(Executor &x, const Inst *pc, const Symbolic::Lazy &lazy) {
  std::vector<Address> known;
  for (const Symbolic::LazyObject &object : x.symbolic.lazyObjects)
    if (object.type == lazy.type)
      known.push_back(object.address);
  std::uint32_t which = 0;
  if (!x.choose(pc, static_cast<std::uint32_t>(2 + known.size()), which))
    return false;
  const std::uint32_t number = lazy.number;
  const Address address = which == 0   ? 0
                          : which == 1 ? makeObject(x, *lazy.type)
                                       : known[which - 2];
  if (which == 1 && !address) {
    x.gap(pc, "address-space", "no room for an object");
    return false;
  }
  expr::Builder &b = x.symbolic.builder();
  const Ref decided = b.equal(b.input(number, 64), b.constant(address, 64));
  expr::Assignment found;
  if (x.symbolic.canHold(decided, found) != solver::Answer::Yes) {
    x.gap(pc, "solver", "the solver gave up on a pointer");
    return false;
  }
  x.symbolic.add(decided, std::move(found));
  x.symbolic.resolved.push_back(number);
  return true;
}

} // namespace

const ObjectType *lazyType(Executor &x, const std::string &fullName) {
  const std::string name(program::plainTypeName(fullName)); // One type has one entry.
  auto &types = x.symbolic.context.types;
  auto known = types.find(name);
  if (known == types.end())
    known = types.emplace(name, program::findObjectType(x.image.program(), name)).first;
  return known->second ? &*known->second : nullptr;
}

void makeLazy(Executor &x, Address at, const ObjectType &type) {
  const std::uint32_t nth = x.thread->core.inputs++;
  const std::uint32_t number = x.symbolic.context.numberOf(x.current, nth, 0, 64);
  x.symbolic.lazies.push_back({number, &type});
  x.setSymbolic(at, x.symbolic.builder().input(number, 64), 8);
}

bool resolveLazies(Executor &x, const Inst *pc, Ref node) {
  for (const std::uint32_t input : node->support->inputs) {
    const Symbolic::Lazy *lazy = x.symbolic.findLazy(input);
    if (lazy && !x.symbolic.isResolved(input) && !resolveOne(x, pc, Symbolic::Lazy(*lazy)))
      return false;
  }
  return true;
}

bool isPlainNow(const Executor &x, Ref node) {
  return std::ranges::all_of(node->support->inputs, [&](std::uint32_t input) {
    return x.symbolic.findLazy(input) && x.symbolic.isResolved(input);
  });
}

} // namespace heddle::vm
