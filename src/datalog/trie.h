// Tuples by one order of their columns: a tree whose leaves are rows over the last column.
#pragma once

#include "datalog/bits.h"

#include <llvm/ADT/DenseMap.h>
#include <span>
#include <vector>

namespace heddle::datalog {

class TupleTrie {
public:
  /// `order` says which column comes first, which second: all of them, at least one.
  explicit TupleTrie(std::vector<std::uint8_t> order);

  const std::vector<std::uint8_t> &order() const { return columns; }
  bool insert(std::span<const ValueId> tuple);
  /// Tuples that differ in the last column of the order only.
  void insertRow(std::span<const ValueId> tuple, const RowView &values);
  bool contains(std::span<const ValueId> tuple) const;
  std::uint64_t count() const { return size; }
  std::uint64_t bytes() const { return used; }

  /// Nodes are numbers; the root is 0. The keys of a node at depth `d` are values of column
  /// `order()[d]`; those of the last depth have no nodes below them.
  RowView keys(std::uint32_t node) const { return nodes[node].keys.view(); }
  static constexpr std::uint32_t none = ~0U;
  std::uint32_t child(std::uint32_t node, ValueId key) const;

  /// Calls `use(tuple)`, columns as declared, until it returns true.
  template <class F> bool anyOf(F use) const {
    std::vector<ValueId> tuple(columns.size());
    return walk(0, 0, tuple, use);
  }

private:
  Row &leaf(std::span<const ValueId> tuple);
  struct Node {
    Row keys;
    std::uint32_t children = none; ///< A number in `below`.
  };
  template <class F>
  bool walk(std::uint32_t node, unsigned depth, std::vector<ValueId> &tuple, F &use) const {
    return keys(node).anyOf([&](ValueId key) {
      tuple[columns[depth]] = key;
      if (depth + 1 == columns.size())
        return static_cast<bool>(use(std::span<const ValueId>(tuple)));
      return walk(child(node, key), depth + 1, tuple, use);
    });
  }

  std::vector<std::uint8_t> columns;
  std::vector<Node> nodes;
  std::vector<llvm::DenseMap<ValueId, std::uint32_t>> below;
  std::uint64_t size = 0;
  std::uint64_t used = 0;
};

} // namespace heddle::datalog
