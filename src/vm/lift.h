// Instructions as expressions: what an operation computes when an operand is symbolic.
#pragma once

#include "expr/builder.h"
#include "vm/shapes.h"

namespace heddle::vm {

/// The registers of a frame as expressions: symbolic where there is one, else the value.
class Operands {
public:
  Operands(expr::Builder &builder, const std::uint64_t *values, const std::uint64_t *expressions)
      : builder(builder), values(values), expressions(expressions) {}

  expr::Ref symbolic(std::uint32_t reg) const {
    return reinterpret_cast<expr::Ref>(expressions[reg]); // NOLINT(performance-no-int-to-ptr)
  }
  /// Cut to or filled up to this width.
  expr::Ref of(std::uint32_t reg, unsigned width) const {
    const expr::Ref node = symbolic(reg);
    return node ? builder.resize(node, width) : builder.constant(values[reg], width);
  }
  std::uint64_t value(std::uint32_t reg) const { return values[reg]; }

  expr::Builder &builder;

private:
  const std::uint64_t *values;
  const std::uint64_t *expressions;
};

struct Lifted {
  expr::Ref result = nullptr;  ///< Null if the operation has no symbolic form.
  expr::Ref second = nullptr;  ///< The flag of an operation with overflow.
  expr::Ref allowed = nullptr; ///< If set: what must hold for the operation to be defined.
};

/// What the instruction computes. Its operands are those its shape says.
Lifted lift(const Inst &inst, const Shape &shape, const Operands &operands);

/// The address of a load, store or address computation.
expr::Ref liftAddress(const Inst &inst, const Shape &shape, const Operands &operands);

/// A comparison of integers by LLVM's predicate.
expr::Ref compare(expr::Builder &builder, unsigned predicate, expr::Ref a, expr::Ref b);

/// What an atomic update writes; null if it has no symbolic form. `operation` is LLVM's.
expr::Ref liftUpdate(expr::Builder &builder, unsigned operation, expr::Ref before, expr::Ref value);

} // namespace heddle::vm
