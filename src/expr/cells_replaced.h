// Puts other expressions in the place of cells: what a formula about one state says of another one.
#pragma once

#include "expr/builder.h"

#include <functional>
#include <unordered_map>

namespace heddle::expr {

class CellSubstitution {
public:
  /// What stands for a cell; the cell itself if it stays.
  using Leaf = std::function<Ref(Ref)>;

  CellSubstitution(Builder &builder, Leaf leaf) : b(builder), leaf(std::move(leaf)) {}

  Ref apply(Ref node);

private:
  Ref known(Ref node) const;
  Ref rebuilt(Ref node);

  Builder &b;
  Leaf leaf;
  std::unordered_map<Ref, Ref> done;
  std::vector<Ref> todo;
};

/// The numbers of the cells in an expression, rising.
std::vector<std::uint32_t> cellsIn(Ref node);

/// How many nodes an expression has.
std::size_t sizeOf(Ref node);

} // namespace heddle::expr
