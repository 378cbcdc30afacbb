// What an instruction reads and writes, found from its handler: what the tracking of uninitialised
// values needs to know of it.
#pragma once

#include "vm/code.h"

#include <cstdint>

namespace heddle::vm {

enum class ShapeKind : std::uint8_t {
  Other,     ///< Moves no values between registers that could be uninitialised.
  Move,      ///< dst = a
  Constant,  ///< dst is fine
  Undefined, ///< dst is not
  Mask,      ///< dst = a & imm
  Extend,    ///< sign extension of a
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Mix, ///< every bit of the result may depend on every bit of the operands
  Compare,
  Select,
  Overflow, ///< like Mix, with a flag in dst + 1
  Wide,     ///< imm: WideOp
  Load,
  Store,
  LoadPieces,
  StorePieces,
  AtomicLoad,
  AtomicStore,
  AtomicUpdate,
  CompareExchange,
  Bulk, ///< dst, a and b are addresses or sizes
  Uses, ///< a, and b if it is read, are addresses; no result
  Jump,
  Branch,
  CompareBranch,
  Switch,
  IndirectJump,
  Call,
  Builtin,
  IndirectCall,
  Return,
};

/// What kind of operation computes the result, for those that are worked out symbolically.
enum class Lift : std::uint8_t {
  None,
  Binary,  ///< `opcode`: LLVM's
  Checked, ///< likewise, with a check for signed overflow
  Compare, ///< `opcode`: LLVM's predicate
  Intrinsic,
  Overflow,
  Address,
  FloatBinary,
  FloatCompare,
  FloatNegate,
  FloatCast,
  FloatIntrinsic, ///< which one is in imm
};

struct Shape {
  ShapeKind kind = ShapeKind::Other;
  Lift lift = Lift::None;
  bool isDouble = false; ///< Of the operands of a float operation.
  bool toDouble = false;
  std::uint16_t opcode = 0;
  bool readsB = false;
  bool readsC = false;
  bool readsImm = false;  ///< imm is a register.
  bool immediate = false; ///< imm stands for b.
  bool indexed = false;   ///< The address has an index in b.
  bool index32 = false;
  std::uint8_t bytes = 0; ///< Of a load or store.
  std::uint8_t width = 0; ///< In bits; 0: in `c`.
};

const Shape &shapeOf(Handler handler);

} // namespace heddle::vm
