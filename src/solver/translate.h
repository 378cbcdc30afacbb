// Expressions as terms of Z3.
#pragma once

#include "expr/node.h"

#include <cstdint>
#include <unordered_map>
#include <vector>
#include <z3.h>

namespace heddle::solver {

/// The context must keep all its terms: none is counted here.
class Translator {
public:
  explicit Translator(Z3_context context);
  /// A one-bit node as a truth value.
  Z3_ast truth(expr::Ref node);
  /// The term of an input that occurs in what was translated; null otherwise.
  Z3_ast input(std::uint32_t number) const;
  std::size_t size() const { return forms.size(); }

private:
  /// One value in the forms it is needed in; at least one is there.
  struct Forms {
    Z3_ast truth = nullptr;
    Z3_ast bits = nullptr;
    Z3_ast real = nullptr; ///< As a float.
  };

  void translate(expr::Ref node);
  Forms make(expr::Ref node);
  Forms makeTruth(expr::Ref node);
  Z3_ast makeBits(expr::Ref node);
  Z3_ast makeSelect(expr::Ref node);
  Z3_ast mux(expr::Ref node, unsigned bit, std::uint64_t from);
  Forms makeFloat(expr::Ref node);
  Z3_ast toInteger(expr::Ref node);

  // Forms of a node that is translated already.
  Z3_ast asTruth(expr::Ref node);
  Z3_ast asBits(expr::Ref node);
  Z3_ast asReal(expr::Ref node);
  Z3_ast bitsOfReal(Z3_ast real, unsigned width);

  Z3_ast number(std::uint64_t value, unsigned width);
  Z3_ast open(unsigned width);
  Z3_ast powerOfTwo(unsigned exponent, unsigned floatWidth, bool negative);
  Z3_sort floatSort(unsigned width) const { return width == 32 ? single : wide; }
  Z3_ast choose(Z3_ast condition, Z3_ast then, Z3_ast otherwise);

  Z3_context context;
  Z3_sort single;
  Z3_sort wide;
  Z3_ast nearestEven;
  Z3_ast towardsZero;
  Z3_ast bitZero;
  Z3_ast bitOne;
  std::unordered_map<std::uint32_t, Forms> forms; ///< By id.
  std::unordered_map<std::uint32_t, Z3_ast> inputs;
  std::vector<expr::Ref> todo;
};

} // namespace heddle::solver
