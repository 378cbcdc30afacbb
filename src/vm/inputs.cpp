#include "vm/inputs.h"

#include <algorithm>
#include <cstring>

namespace heddle::vm {

namespace {

/// The value that the test gives for the next input of this name; zeros if it gives none.
std::vector<std::uint8_t> given(const Executor &x, const std::string &name, unsigned size) {
  const auto &before = x.symbolic.allInputs();
  auto nth = std::count_if(before.begin(), before.end(),
                           [&](const Symbolic::Input &input) { return input.name == name; });
  std::vector<std::uint8_t> bytes(size);
  for (const InputValue &value : x.options.inputs)
    if (value.name == name && nth-- == 0) {
      std::copy_n(value.bytes.begin(), std::min<std::size_t>(size, value.bytes.size()),
                  bytes.begin());
      break;
    }
  return bytes;
}

/// A part of the nth input of the running thread, where reads are lifted.
std::uint64_t givenPart(const Executor &x, std::uint32_t nth, std::size_t part) {
  if (!x.options.given)
    return 0;
  const auto found = x.options.given->find({x.current, nth});
  return found != x.options.given->end() && part < found->second.size() ? found->second[part] : 0;
}

} // namespace

expr::Ref scalarInput(Executor &x, const std::string &name, InputType type, unsigned size) {
  const std::uint32_t nth = x.thread->core.inputs++;
  if (x.options.symbolic) {
    const expr::Ref made = x.symbolic.makeScalar(x.current, nth, name, type, size);
    if (x.options.lifts)
      x.symbolic.give(made, givenPart(x, nth, 0));
    return made;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, given(x, name, size).data(), size);
  x.symbolic.noteInput(name, type, size);
  return x.symbolic.builder().constant(value, size * 8);
}

void inputAt(Executor &x, Address address, const std::string &name, InputType type, unsigned size) {
  const ObjectId id = idOf(x.memory.find(address)->base);
  if (!x.options.symbolic) {
    const std::vector<std::uint8_t> value = given(x, name, size);
    std::copy(value.begin(), value.end(), x.memory.write(id, address, size));
    ++x.thread->core.inputs;
    x.symbolic.noteInput(name, type, size);
    return;
  }
  std::fill_n(x.memory.write(id, address, size), size, std::uint8_t{0});
  if (type != InputType::Bytes) {
    x.setSymbolic(address, scalarInput(x, name, type, size), size);
    return;
  }
  const std::uint32_t nth = x.thread->core.inputs++;
  x.storeHoles.clear();
  std::uint32_t offset = 0;
  for (const expr::Ref byte : x.symbolic.makeBytes(x.current, nth, name, size)) {
    if (x.options.lifts)
      x.symbolic.give(byte, givenPart(x, nth, offset));
    x.storeHoles.push_back({offset++, byte});
  }
  x.punchInput(address, size);
}

} // namespace heddle::vm
