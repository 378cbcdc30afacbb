#include "vm/lazy.h"

#include "vm/image.h"
#include "vm/inputs.h"

#include <algorithm>
#include <cstring>

namespace heddle::vm {

using expr::Ref;
using program::Field;
using program::ObjectFamily;
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
  case Field::Kind::Table:
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
      if (const ObjectFamily *target = lazyFamily(x, field.target))
        makeLazy(x, at, *target);
      continue;
    }
    if (field.kind == Field::Kind::Table) {
      const Address functions = x.image.addressOfGlobal(field.target) + field.targetOffset;
      std::memcpy(x.memory.write(idOf(address), at, sizeof functions), &functions,
                  sizeof functions);
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

/// An object that a pointer may point to: one of a type, made before or (address 0) new.
struct Target {
  const ObjectFamily::Member *member = nullptr;
  Address object = 0;
};

std::vector<Target> targetsOf(const Executor &x, const ObjectFamily &family) {
  std::vector<Target> targets;
  for (const ObjectFamily::Member &member : family.members)
    targets.push_back({&member, 0});
  for (const Symbolic::LazyObject &object : x.symbolic.lazyObjects)
    for (const ObjectFamily::Member &member : family.members)
      if (object.type->key == member.type.key)
        targets.push_back({&member, object.address});
  return targets;
}

bool resolveOne(Executor &x, const Inst *pc, const Symbolic::Lazy &lazy) {
  const std::vector<Target> targets = targetsOf(x, *lazy.family);
  const bool isWhole = lazy.family->missing.empty();
  std::uint32_t which = 0; // Null, or one of them, or what cannot be made.
  if (!x.choose(pc, static_cast<std::uint32_t>(targets.size() + (isWhole ? 1 : 2)), which))
    return false;
  if (which > targets.size()) {
    x.gap(pc, "unsupported",
          "a lazy pointer to an object of class '" + lazy.family->missing +
              "', which has a virtual base");
    return false;
  }
  const std::uint32_t number = lazy.number;
  const Target target = which ? targets[which - 1] : Target{};
  Address address = target.object;
  if (which && !address) {
    address = makeObject(x, target.member->type);
    if (!address) {
      x.gap(pc, "address-space", "no room for an object");
      return false;
    }
  }
  if (which)
    address += target.member->offset;
  expr::Builder &b = x.symbolic.builder();
  const Ref decided = b.equal(b.input(number, 64), b.constant(address, 64));
  expr::Assignment found;
  if (x.symbolic.canHold(decided, found) != solver::Answer::Yes) {
    x.gap(pc, "solver", "the solver gave up on a pointer");
    return false;
  }
  x.symbolic.add(decided, std::move(found));
  x.symbolic.resolved.push_back({number, which ? &target.member->type : nullptr});
  return true;
}

} // namespace

const ObjectFamily *lazyFamily(Executor &x, const std::string &fullName) {
  const std::string name(program::plainTypeName(fullName)); // One type has one entry.
  auto &families = x.symbolic.context.families;
  auto known = families.find(name);
  if (known == families.end())
    known = families.emplace(name, program::findObjectFamily(x.image.program(), name)).first;
  return known->second ? &*known->second : nullptr;
}

void makeLazy(Executor &x, Address at, const ObjectFamily &family) {
  const std::uint32_t nth = x.thread->core.inputs++;
  const std::uint32_t number = x.symbolic.context.numberOf(x.current, nth, 0, 64);
  x.symbolic.lazies.push_back({number, &family});
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
