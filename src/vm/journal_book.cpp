// What each kind of instruction does, and relies on.
#include "vm/dispatch.h"
#include "vm/image.h"
#include "vm/journal.h"
#include "vm/lift.h"
#include "vm/ops.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <array>

namespace heddle::vm {

using expr::Ref;
using Kind = ShapeKind;

namespace {

constexpr std::uint64_t mostCopied = 1 << 14; ///< Bytes of a copy.
constexpr std::size_t mostCases = 64;

/// What of a condition counts for a function that checks one: bits of its first argument; 0 if it
/// is none.
unsigned conditionBits(const CodeFunction &callee) {
  const std::string_view name = callee.name;
  if (callee.symbols != Symbols::Known ||
      (name.find("assume") == name.npos && name.find("assert") == name.npos))
    return 0;
  return name == "klee_assume" ? 64 : 32;
}

} // namespace

// --- before it is done
// ------------------------------------------------------------------------------

Journal::Operand Journal::operand(std::uint32_t which, const Shadows &shadows) {
  now.isUndefined |= shadows.mask(which) != 0;
  const bool isPlain = !shadows.node(which);
  return {reg(which), which, shadows.values[which], isPlain};
}

void Journal::gather(const Inst &inst, const Shape &shape, const Shadows &shadows) {
  const auto fill = [&](Operand &to, std::uint32_t which) { to = operand(which, shadows); };
  switch (shape.kind) {
  case Kind::Jump:
  case Kind::Undefined:
    return;
  case Kind::Other:
    if (inst.run == loopBoundHandler())
      fill(now.a, inst.a);
    return;
  case Kind::Constant:
    if (inst.run == allocateHandler() && inst.b)
      fill(now.a, inst.a);
    return;
  case Kind::Call:
  case Kind::IndirectCall:
  case Kind::Builtin:
    return gatherCall(inst, shape, shadows);
  case Kind::Return:
    return gatherReturn(inst, shadows);
  case Kind::Select:
    fill(now.b, inst.b);
    fill(now.c, inst.c);
    break;
  case Kind::Wide: {
    const auto &op = pointee<WideOp>(inst);
    const unsigned size = (op.width + 63) / 64;
    using I = llvm::Instruction;
    const bool single = !op.isIntrinsic && (I::isCast(op.opcode) || op.opcode == I::FNeg);
    for (unsigned i = 0; i < size; ++i) {
      now.more.push_back(operand(inst.a + i, shadows));
      if (!single)
        now.more.push_back(operand(inst.b + i, shadows));
    }
    return;
  }
  case Kind::StorePieces:
    for (std::uint32_t i = 0; i < pointee<Layout>(inst).pieces.size(); ++i)
      now.more.push_back(operand(inst.dst + i, shadows));
    break;
  case Kind::Store:
  case Kind::AtomicStore:
  case Kind::Bulk:
    fill(now.c, inst.dst);
    break;
  case Kind::CompareExchange:
    fill(now.c, inst.dst + 2);
    break;
  default:
    break;
  }
  fill(now.a, inst.a);
  if (shape.readsB || shape.indexed || shape.kind == Kind::Bulk ||
      shape.kind == Kind::CompareBranch)
    fill(now.b, inst.b);
  if (shape.readsC)
    fill(now.c, inst.c);
  if (shape.readsImm)
    fill(now.third, static_cast<std::uint32_t>(inst.imm));
}

void Journal::gatherCall(const Inst &inst, const Shape &shape, const Shadows &shadows) {
  const auto &site = pointee<CallSite>(inst);
  now.site = &site;
  now.callee = site.callee;
  if (!site.callee) {
    now.a = operand(site.target, shadows);
    if (!now.a.isPlain)
      return giveUp("a call through symbolic data");
    settle(now.a);
    now.callee = x.image.functionAt(now.a.value);
  }
  now.isBuiltin = shape.kind == Kind::Builtin || (now.callee && now.callee->builtin);
  for (const std::uint32_t argument : site.arguments)
    now.more.push_back(operand(argument, shadows));
  if (now.isBuiltin && !conditionBits(*now.callee))
    for (Operand &one : now.more)
      if (one.isPlain)
        settle(one);
}

void Journal::gatherReturn(const Inst &inst, const Shadows &shadows) {
  const Thread &thread = *x.thread;
  now.again = thread.top().again;
  for (std::uint32_t i = 0; i < inst.b; ++i)
    now.more.push_back(operand(inst.a + i, shadows));
  if (thread.core.depth > 1) {
    const Inst *call = thread.frames[thread.core.depth - 2].pc;
    now.site = now.again ? nullptr : &pointee<CallSite>(*call);
    return;
  }
  for (Operand &one : now.more)
    if (one.isPlain)
      settle(one);
    else
      giveUp("a thread that ends with symbolic data");
}

// --- when it is done
// --------------------------------------------------------------------------------

void Journal::settle(Operand &operand) {
  if (operand.isConstant())
    return;
  if (!operand.isPlain) {
    const bool isOverwritten = now.pc->dst == operand.reg && now.shape->kind != Kind::Store &&
                               now.shape->kind != Kind::Bulk;
    if (isOverwritten || nodeOf(operand.reg))
      return giveUp("an address or argument that is symbolic");
    operand.value = registers()[operand.reg];
  }
  pin(operand.ref, operand.value);
}

void Journal::book(const Inst *next) {
  if (!now.pc)
    return bookRanges();
  switch (now.shape->kind) {
  case Kind::Jump:
    return;
  case Kind::Other:
    return settle(now.a);
  case Kind::Undefined:
    return setPlain(now.pc->dst, now.pc->b);
  case Kind::Constant:
    settle(now.a);
    setPlain(now.pc->dst);
    return bookRanges();
  case Kind::Wide:
    return bookWide();
  case Kind::Load:
  case Kind::Store:
  case Kind::LoadPieces:
  case Kind::StorePieces:
  case Kind::AtomicLoad:
  case Kind::AtomicStore:
  case Kind::AtomicUpdate:
  case Kind::CompareExchange:
    return bookAccess();
  case Kind::Bulk:
    return bookBulk();
  case Kind::Uses:
    settle(now.a);
    settle(now.b);
    return bookRanges();
  case Kind::Branch:
  case Kind::CompareBranch:
    return bookBranch(next);
  case Kind::Switch:
    return bookSwitch(next);
  case Kind::IndirectJump:
    return settle(now.a);
  case Kind::Call:
  case Kind::IndirectCall:
  case Kind::Builtin:
    return now.isBuiltin ? bookBuiltin(true) : bookCall();
  case Kind::Return:
    return bookReturn();
  default:
    return bookPure();
  }
}

/// The operation over the operands as they were, which stand in registers of their own here.
Ref Journal::lifted(Ref &second) {
  const Shape &shape = *now.shape;
  Inst inst = *now.pc;
  const std::array<const Operand *, 4> operands = {&now.a, &now.b, &now.c, &now.third};
  std::array<std::uint64_t, 4> values{};
  std::array<std::uint64_t, 4> nodes{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Ref ref = operands[i]->ref;
    values[i] = ref && ref->isConstant() ? ref->value : 0;
    nodes[i] = ref && !ref->isConstant() ? Symbolic::toBits(ref) : 0;
  }
  inst.a = 0;
  inst.b = now.b.ref ? 1 : inst.b;
  inst.c = now.c.ref ? 2 : inst.c;
  inst.imm = now.third.ref ? 3 : inst.imm;
  const Lifted result = lift(inst, shape, {b, values.data(), nodes.data()});
  if (result.result && result.allowed)
    require(result.allowed);
  second = result.second;
  return result.result;
}

void Journal::bookPure() {
  const Inst &inst = *now.pc;
  const bool moves = now.shape->kind == Kind::Move && now.shape->lift == Lift::None;
  if (moves) {
    if (inst.run == pointerToIntegerHandler() && !now.a.isConstant())
      settle(now.a); // It is shared from now on.
    return setReg(inst.dst, now.a.ref);
  }
  const std::uint32_t results = now.shape->kind == Kind::Overflow ? 2 : 1;
  const bool isConstant =
      now.a.isConstant() && now.b.isConstant() && now.c.isConstant() && now.third.isConstant();
  if (!isConstant && !now.isUndefined) {
    Ref second = nullptr;
    if (const Ref result = lifted(second)) {
      setReg(inst.dst, result);
      if (results > 1)
        setReg(inst.dst + 1, second);
      return;
    }
  }
  for (Operand *one : {&now.a, &now.b, &now.c, &now.third})
    settle(*one);
  setPlain(inst.dst, results);
}

void Journal::bookWide() {
  const Inst &inst = *now.pc;
  const auto &op = pointee<WideOp>(inst);
  for (Operand &one : now.more)
    settle(one);
  using I = llvm::Instruction;
  const bool compares = !op.isIntrinsic && (op.opcode == I::ICmp || op.opcode == I::FCmp);
  setPlain(inst.dst, compares ? 1 : (op.resultWidth + 63) / 64);
}

void Journal::bookAccess() {
  const Inst &inst = *now.pc;
  const Shape &shape = *now.shape;
  settle(now.a);
  if (shape.indexed)
    settle(now.b);
  if (!unknown.empty())
    return;
  Address address = now.a.value;
  if (shape.kind == Kind::Load || shape.kind == Kind::Store) {
    address += inst.imm;
    if (shape.indexed)
      address += inst.c * (shape.index32 ? signExtend(now.b.value & 0xFFFFFFFF, 32)
                                         : static_cast<std::int64_t>(now.b.value));
  }
  switch (shape.kind) {
  case Kind::Load:
    return setReg(inst.dst, load(address, shape.bytes));
  case Kind::AtomicLoad:
    return setReg(inst.dst, load(address, inst.c));
  case Kind::Store:
  case Kind::AtomicStore: {
    const unsigned bytes = shape.kind == Kind::Store ? shape.bytes : inst.c;
    store(address, b.resize(now.c.ref, bytes * 8), bytes);
    if (bytes == 8 && x.isShared(address))
      pinPointers(address, 8);
    return;
  }
  case Kind::LoadPieces: {
    std::uint32_t to = inst.dst;
    for (const Piece &piece : pointee<Layout>(inst).pieces) {
      const Ref value = load(address + piece.offset, piece.bytes);
      setReg(to++, b.bitAnd(b.resize(value, 64), b.constant(piece.mask, 64)));
    }
    return;
  }
  case Kind::StorePieces: {
    auto from = now.more.begin();
    for (const Piece &piece : pointee<Layout>(inst).pieces)
      store(address + piece.offset, b.resize((from++)->ref, piece.bytes * 8), piece.bytes);
    if (x.isShared(address))
      pinPointers(address, pointee<Layout>(inst).bytes);
    return;
  }
  case Kind::AtomicUpdate:
    return bookUpdate(address);
  default:
    return bookExchange(address);
  }
}

void Journal::bookUpdate(Address address) {
  const Inst &inst = *now.pc;
  const unsigned bytes = inst.c;
  const Ref before = load(address, bytes);
  const Ref after =
      liftUpdate(b, static_cast<unsigned>(inst.imm >> 8), before, b.resize(now.b.ref, bytes * 8));
  if (!after)
    return giveUp("an atomic operation on floats");
  store(address, after, bytes);
  setReg(inst.dst, before);
  if (bytes == 8 && x.isShared(address))
    pinPointers(address, 8);
}

void Journal::bookExchange(Address address) {
  const Inst &inst = *now.pc;
  const unsigned bytes = inst.c;
  const Ref before = load(address, bytes);
  const Ref isSame = b.equal(before, b.resize(now.b.ref, bytes * 8));
  const bool succeeds = registers()[inst.dst + 1] != 0;
  require(succeeds ? isSame : b.invert(isSame));
  if (succeeds)
    store(address, b.resize(now.c.ref, bytes * 8), bytes);
  setReg(inst.dst, before);
  setReg(inst.dst + 1, b.constant(succeeds, 64));
  if (succeeds && bytes == 8 && x.isShared(address))
    pinPointers(address, 8);
}

void Journal::bookBulk() {
  settle(now.c);
  settle(now.b);
  const bool copies = now.shape->readsB;
  if (copies)
    settle(now.a);
  const std::uint64_t size = now.b.value;
  if (size > mostCopied)
    return giveUp("a large copy");
  if (!unknown.empty())
    return;
  const Address to = now.c.value;
  std::vector<Ref> parts;
  const auto partAt = [&](std::uint64_t at) {
    return static_cast<unsigned>(std::min<std::uint64_t>(8 - (to + at) % 8, size - at));
  };
  for (std::uint64_t at = 0; at < size; at += partAt(at)) {
    Ref part = copies ? load(now.a.value + at, partAt(at)) : b.resize(now.a.ref, 8);
    for (unsigned i = 1; !copies && i < partAt(at); ++i)
      part = b.concat(b.resize(now.a.ref, 8), part);
    parts.push_back(part);
  }
  auto part = parts.begin();
  for (std::uint64_t at = 0; at < size; at += partAt(at))
    store(to + at, *part++, partAt(at));
  if (copies && size && x.isShared(to))
    pinPointers(to, size);
}

void Journal::bookBranch(const Inst *next) {
  const Inst &inst = *now.pc;
  const auto taken = static_cast<std::int32_t>(inst.imm);
  if (taken == static_cast<std::int32_t>(inst.imm >> 32) || !next)
    return;
  const unsigned width = now.shape->width;
  const Ref condition =
      now.shape->kind == Kind::Branch
          ? b.resize(now.a.ref, 1)
          : compare(b, now.shape->opcode, b.resize(now.a.ref, width), b.resize(now.b.ref, width));
  // The guard of the next instruction stands before it.
  require(next - 1 == now.pc + taken ? condition : b.invert(condition));
}

void Journal::bookSwitch(const Inst *next) {
  const auto &table = pointee<CodeFunction::Switch>(*now.pc);
  const auto target = static_cast<std::uint32_t>(static_cast<std::int32_t>(next - 1 - now.pc));
  if (now.a.isConstant())
    return;
  if (table.cases.size() > mostCases)
    return settle(now.a);
  const Ref value = b.resize(now.a.ref, 64);
  Ref holds = b.boolean(target == table.otherwise);
  for (const auto &[one, to] : table.cases) {
    const Ref hit = b.equal(value, b.constant(one, 64));
    if (target == table.otherwise && to != target)
      holds = b.bitAnd(holds, b.invert(hit));
    else if (target != table.otherwise && to == target)
      holds = b.bitOr(holds, hit);
  }
  require(holds);
}

// --- calls
// ------------------------------------------------------------------------------------------

void Journal::bookCall() {
  const std::uint32_t depth = x.thread->core.depth;
  const CodeFunction &function = *x.thread->top().function;
  if (now.callee != &function)
    return giveUp("a call that went elsewhere");
  std::vector<FrameBook> &all = framesOf(x.current);
  all.resize(std::max<std::size_t>(all.size(), depth));
  FrameBook &book = all[depth - 1];
  book.isNew = true;
  book.values.assign(function.frameSize, nullptr);
  for (std::uint32_t i = 0; i < function.parameters; ++i)
    book.values[i] = i < now.more.size() ? now.more[i].ref : b.constant(0, 64);
  for (const CallSite::ByValue &value : now.site->byValues)
    if (value.index < function.parameters)
      book.values[value.index] = b.constant(registers()[value.index], 64);
  if (!now.site->byValues.empty() || (function.isVariadic && !now.site->variables.empty()))
    giveUp("a call that copies its arguments");
}

void Journal::bookReturn() {
  bookRanges();
  if (!now.site || !now.site->resultRegisters)
    return;
  const CallSite &site = *now.site;
  const std::size_t count = std::min<std::size_t>(site.resultRegisters, now.more.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Ref value = b.resize(now.more[i].ref, 64);
    setReg(site.dst + static_cast<std::uint32_t>(i),
           i ? value : b.bitAnd(value, b.constant(site.resultMask, 64)));
  }
}

bool Journal::isNewInput(Ref node) const {
  if (node->hasCells)
    return false;
  const auto &inputs = x.symbolic.allInputs();
  return std::ranges::all_of(node->support->inputs, [&](std::uint32_t number) {
    for (std::size_t i = now.inputs; i < inputs.size(); ++i)
      if (std::ranges::find(inputs[i].numbers, number) != inputs[i].numbers.end())
        return true;
    return false;
  });
}

void Journal::bookBuiltin(bool isDone) {
  const CodeFunction &callee = *now.callee;
  if (const unsigned bits = conditionBits(callee)) {
    const Ref value = b.resize(now.more.front().ref, bits);
    const Ref isFalse = b.equal(value, b.constant(0, bits));
    const bool stands = x.thread->core.status == ThreadStatus::Standing &&
                        x.thread->core.standing == Standing::Assume;
    if (isDone)
      require(b.invert(isFalse));
    else if (stands)
      require(isFalse);
    return;
  }
  if (!isDone)
    return;                                // What it looked at is booked by `stopped`.
  if (x.thread->core.depth != now.depth) { // It calls something first.
    if (std::ranges::any_of(now.more, [](const Operand &one) { return !one.isPlain; }))
      giveUp("a library function that passes on symbolic data");
    return bookRanges();
  }
  for (Operand &one : now.more)
    if (!one.isPlain && !(nodeOf(one.reg) && callee.symbols != Symbols::Settled))
      settle(one);
  bookRanges();
  for (std::size_t i = now.path; i < x.symbolic.path().size(); ++i)
    if (const Ref promise = x.symbolic.path()[i]; isNewInput(promise))
      promises.push_back(promise);
  for (std::uint32_t i = 0; i < now.site->resultRegisters; ++i) {
    const std::uint32_t to = now.site->dst + i;
    const Ref node = nodeOf(to);
    if (!node)
      setPlain(to);
    else if (isNewInput(node))
      setReg(to, node);
    else
      giveUp("a library function that computes with symbolic data");
  }
}

/// What a library function, or the VM itself, looked at and wrote.
void Journal::bookRanges() {
  const auto overlaps = [](const Memory::Range &one, const Memory::Range &other) {
    return one.address < other.address + other.size && other.address < one.address + one.size;
  };
  for (const Memory::Range &read : now.reads) {
    if (read.size > mostCopied)
      return giveUp("a large range");
    if (std::ranges::any_of(x.memory.writes,
                            [&](const Memory::Range &one) { return overlaps(one, read); }))
      return giveUp("a library function that reads what it writes");
    for (std::uint64_t at = 0; at < read.size;) {
      const Address address = read.address + at;
      const auto size =
          static_cast<unsigned>(std::min<std::uint64_t>(8 - address % 8, read.size - at));
      at += size;
      if (!x.isReadable(address))
        continue;
      if (x.symbolicAt(address, size))
        return giveUp("a library function that looks at symbolic data");
      pin(load(address, size), x.glimpse(address, size));
    }
  }
  for (const Memory::Range &write : x.memory.writes) {
    const Object *object = x.memory.find(write.address);
    if (!object || !object->live || !object->storage)
      continue;
    storePlain(write.address, write.size);
    if (!unknown.empty())
      return;
    for (Address at = write.address; x.symbolic.hasBytes() && at < write.address + write.size; ++at)
      if (const Ref node = x.symbolic.byteAt(at); node && !x.isWritten(at, 1)) {
        if (!isNewInput(node))
          return giveUp("a library function that moves symbolic data");
        store(at, node, 1);
      }
  }
  now.reads.clear();
  x.memory.writes.clear();
}

} // namespace heddle::vm
