#include "solver/translate.h"

#include <array>
#include <bit>
#include <cassert>

namespace heddle::solver {

using expr::Op;
using expr::Ref;

Translator::Translator(Z3_context context)
    : context(context), single(Z3_mk_fpa_sort_32(context)), wide(Z3_mk_fpa_sort_64(context)),
      nearestEven(Z3_mk_fpa_rne(context)), towardsZero(Z3_mk_fpa_rtz(context)),
      bitZero(number(0, 1)), bitOne(number(1, 1)) {}

Z3_ast Translator::number(std::uint64_t value, unsigned width) {
  return Z3_mk_unsigned_int64(context, value, Z3_mk_bv_sort(context, width));
}

Z3_ast Translator::open(unsigned width) {
  return Z3_mk_fresh_const(context, "open", Z3_mk_bv_sort(context, width));
}

Z3_ast Translator::choose(Z3_ast condition, Z3_ast then, Z3_ast otherwise) {
  return then == otherwise ? then : Z3_mk_ite(context, condition, then, otherwise);
}

Z3_ast Translator::input(std::uint32_t number) const {
  const auto it = inputs.find(number);
  return it == inputs.end() ? nullptr : it->second;
}

Z3_ast Translator::asTruth(Ref node) {
  Forms &form = forms[node->id];
  if (!form.truth)
    form.truth = Z3_mk_eq(context, form.bits, bitOne);
  return form.truth;
}

Z3_ast Translator::asBits(Ref node) {
  Forms &form = forms[node->id];
  if (!form.bits)
    form.bits = form.truth ? Z3_mk_ite(context, form.truth, bitOne, bitZero)
                           : bitsOfReal(form.real, node->width);
  return form.bits;
}

Z3_ast Translator::truth(Ref node) {
  translate(node);
  return asTruth(node);
}

void Translator::translate(Ref node) {
  // By hand, not by recursion: expressions can be very deep.
  todo.assign(1, node);
  while (!todo.empty()) {
    const Ref top = todo.back();
    if (forms.count(top->id)) {
      todo.pop_back();
      continue;
    }
    const std::size_t before = todo.size();
    for (const Ref operand : {top->a, top->b, top->c})
      if (operand && !forms.count(operand->id))
        todo.push_back(operand);
    if (top->table)
      for (const Ref element : top->table->elements)
        if (!forms.count(element->id))
          todo.push_back(element);
    if (todo.size() > before)
      continue;
    const Forms made = make(top);
    forms.emplace(top->id, made);
    todo.pop_back();
  }
}

Translator::Forms Translator::make(Ref node) {
  switch (node->op) {
  case Op::Constant:
    if (node->width == 1)
      return {node->value ? Z3_mk_true(context) : Z3_mk_false(context),
              node->value ? bitOne : bitZero, nullptr};
    return {nullptr, number(node->value, node->width), nullptr};
  case Op::Input: {
    Z3_ast &term = inputs[static_cast<std::uint32_t>(node->value)];
    if (!term)
      term = Z3_mk_const(context, Z3_mk_int_symbol(context, static_cast<int>(node->value)),
                         Z3_mk_bv_sort(context, node->width));
    return {nullptr, term, nullptr};
  }
  case Op::Cell:
    return {nullptr, open(node->width), nullptr};
  case Op::Select:
    return {nullptr, makeSelect(node), nullptr};
  default:
    if (node->op >= Op::FloatAdd)
      return makeFloat(node);
    if (node->width == 1)
      return makeTruth(node);
    return {nullptr, makeBits(node), nullptr};
  }
}

Translator::Forms Translator::makeTruth(Ref node) {
  const Ref a = node->a;
  const Ref b = node->b;
  auto both = [&](auto make) {
    const std::array<Z3_ast, 2> operands{asTruth(a), asTruth(b)};
    return Forms{make(context, 2, operands.data()), nullptr, nullptr};
  };
  switch (node->op) {
  case Op::And:
    return both(Z3_mk_and);
  case Op::Or:
    return both(Z3_mk_or);
  case Op::Xor:
    if (b->isTrue())
      return {Z3_mk_not(context, asTruth(a)), nullptr, nullptr};
    return {Z3_mk_xor(context, asTruth(a), asTruth(b)), nullptr, nullptr};
  case Op::Equal:
    if (a->width == 1)
      return {Z3_mk_eq(context, asTruth(a), asTruth(b)), nullptr, nullptr};
    return {Z3_mk_eq(context, asBits(a), asBits(b)), nullptr, nullptr};
  case Op::Less:
    return {Z3_mk_bvult(context, asBits(a), asBits(b)), nullptr, nullptr};
  case Op::LessSigned:
    return {Z3_mk_bvslt(context, asBits(a), asBits(b)), nullptr, nullptr};
  case Op::Ite:
    return {choose(asTruth(a), asTruth(b), asTruth(node->c)), nullptr, nullptr};
  default:
    return {nullptr, makeBits(node), nullptr};
  }
}

Z3_ast Translator::makeBits(Ref node) {
  const Z3_ast a = asBits(node->a);
  const Z3_ast b = node->b ? asBits(node->b) : nullptr;
  switch (node->op) {
  case Op::Add:
    return Z3_mk_bvadd(context, a, b);
  case Op::Sub:
    return Z3_mk_bvsub(context, a, b);
  case Op::Mul:
    return Z3_mk_bvmul(context, a, b);
  case Op::UnsignedDivide:
    return Z3_mk_bvudiv(context, a, b);
  case Op::SignedDivide:
    return Z3_mk_bvsdiv(context, a, b);
  case Op::UnsignedRemainder:
    return Z3_mk_bvurem(context, a, b);
  case Op::SignedRemainder:
    return Z3_mk_bvsrem(context, a, b);
  case Op::And:
    return Z3_mk_bvand(context, a, b);
  case Op::Or:
    return Z3_mk_bvor(context, a, b);
  case Op::Xor:
    return Z3_mk_bvxor(context, a, b);
  case Op::ShiftLeft:
    return Z3_mk_bvshl(context, a, b);
  case Op::ShiftRight:
    return Z3_mk_bvlshr(context, a, b);
  case Op::ShiftRightSigned:
    return Z3_mk_bvashr(context, a, b);
  case Op::Concat:
    return Z3_mk_concat(context, a, b);
  case Op::Extract: {
    const auto from = static_cast<unsigned>(node->value);
    return Z3_mk_extract(context, from + node->width - 1, from, a);
  }
  case Op::ZeroExtend:
    return Z3_mk_zero_ext(context, node->width - node->a->width, a);
  case Op::SignExtend:
    return Z3_mk_sign_ext(context, node->width - node->a->width, a);
  default: // Ite is all that is left: comparisons are truth values.
    return choose(asTruth(node->a), b, asBits(node->c));
  }
}

/// The elements from `from` on, as far as the `bit` lower bits of the index go.
Z3_ast Translator::mux(Ref node, unsigned bit, std::uint64_t from) {
  const std::vector<Ref> &elements = node->table->elements;
  if (bit == 0)
    return from < elements.size() ? asBits(elements[from]) : number(0, node->width);
  --bit;
  const std::uint64_t half = std::uint64_t{1} << bit;
  const Ref index = node->a;
  // A half that the index cannot reach does not matter.
  if ((index->zeros & half) || from + half > index->high)
    return mux(node, bit, from);
  if ((index->ones & half) || from + half <= index->low)
    return mux(node, bit, from + half);
  const Z3_ast isUpper = Z3_mk_eq(context, Z3_mk_extract(context, bit, bit, asBits(index)), bitOne);
  const Z3_ast upper = mux(node, bit, from + half);
  return choose(isUpper, upper, mux(node, bit, from));
}

Z3_ast Translator::makeSelect(Ref node) {
  const Ref index = node->a;
  assert(index && node->table && "a look-up has an index and a table");
  const std::size_t size = node->table->elements.size();
  const auto bits = std::min<unsigned>(
      index->width, size > 1 ? static_cast<unsigned>(std::bit_width(size - 1)) : 0);
  const Z3_ast found = mux(node, bits, 0);
  // The tree has zeros behind the table up to a power of two; further on is one test.
  if (bits >= index->width || index->high >> bits == 0)
    return found;
  const Z3_ast upper = Z3_mk_extract(context, index->width - 1, bits, asBits(index));
  return choose(Z3_mk_eq(context, upper, number(0, index->width - bits)), found,
                number(0, node->width));
}

} // namespace heddle::solver
