// Expressions with other expressions in place of inputs.
#pragma once

#include "expr/builder.h"

#include <unordered_map>

namespace heddle::expr {

class Substitution {
public:
  explicit Substitution(Builder &builder) : builder(builder) {}

  /// From now on this stands for the input. Where the input was met before, it stays.
  void set(std::uint32_t input, Ref value) { inputs[input] = value; }
  bool has(std::uint32_t input) const { return inputs.contains(input); }
  /// The node with all that was set when this part of it was first met.
  Ref apply(Ref node);

private:
  bool touches(Ref node) const;
  Ref rebuild(Ref node);

  Builder &builder;
  std::unordered_map<std::uint32_t, Ref> inputs;
  std::unordered_map<Ref, Ref> done;
};

} // namespace heddle::expr
