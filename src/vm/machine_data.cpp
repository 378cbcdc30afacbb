// Data as summaries see it: what cells hold, and what a path says of them.
#include "vm/journal.h"
#include "vm/machine.h"

#include <algorithm>

namespace heddle::vm {

using expr::Ref;

void Machine::keepJournal() {
  x->journal = std::make_unique<Journal>(*x);
  x->careful = true; // So that whoever stores a pointer tells, also one who is alone.
  x->memory.notesWrites = true;
}

void Machine::endJournal() {
  x->journal.reset();
  x->memory.notesWrites = false;
  x->careful = x->recorder != nullptr;
}

expr::Builder &Machine::builder() {
  return x->symbolic.builder();
}

const Cell &Machine::cell(std::uint32_t number) const {
  return x->symbolic.context.cells[number];
}

Ref Machine::cellNow(std::uint32_t number) const {
  expr::Builder &b = x->symbolic.builder();
  const Cell cell = x->symbolic.context.cells[number];
  if (cell.isRegister()) {
    if (cell.thread >= x->threads.size() || !x->threads[cell.thread])
      return b.constant(0, 64);
    Thread &thread = *x->threads[cell.thread];
    if (cell.frame >= thread.core.depth ||
        cell.reg >= thread.frames[cell.frame].function->frameSize)
      return b.constant(0, 64);
    const Frame &frame = thread.frames[cell.frame];
    const std::uint64_t *r = thread.frameRegisters(frame);
    const std::size_t size = frame.function->frameSize;
    const Ref node = frame.guarded ? Symbolic::fromBits(r[2 * size + cell.reg]) : nullptr;
    return node ? b.resize(node, 64) : b.constant(r[cell.reg], 64);
  }
  const Object *object = x->memory.find(cell.address);
  if (!object || !object->live || !object->storage || cell.address < object->base ||
      cell.address - object->base >= object->size)
    return b.constant(0, 64);
  const auto size = static_cast<unsigned>(
      std::min<std::uint64_t>(Cell::size, object->size - (cell.address - object->base)));
  const Ref node = x->symbolicAt(cell.address, size);
  return node ? b.resize(node, 64) : b.constant(x->glimpse(cell.address, size), 64);
}

bool Machine::implies(Ref condition) {
  if (condition->isConstant())
    return condition->value != 0;
  expr::Assignment found;
  return x->symbolic.canHold(x->symbolic.builder().invert(condition), found) == solver::Answer::No;
}

} // namespace heddle::vm
