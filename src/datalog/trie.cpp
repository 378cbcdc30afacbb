#include "datalog/trie.h"

namespace heddle::datalog {

TupleTrie::TupleTrie(std::vector<std::uint8_t> order) : columns(std::move(order)), nodes(1) {}

std::uint32_t TupleTrie::child(std::uint32_t node, ValueId key) const {
  const std::uint32_t map = nodes[node].children;
  if (map == none)
    return none;
  const auto found = below[map].find(key);
  return found == below[map].end() ? none : found->second;
}

/// The row that a tuple is in, made if there is none.
Row &TupleTrie::leaf(std::span<const ValueId> tuple) {
  constexpr std::uint64_t perNode = sizeof(Node) + 2 * sizeof(std::pair<ValueId, std::uint32_t>);
  std::uint32_t node = 0;
  for (std::size_t depth = 0; depth + 1 < columns.size(); ++depth) {
    const ValueId key = tuple[columns[depth]];
    std::uint32_t next = child(node, key);
    if (next == none) {
      next = static_cast<std::uint32_t>(nodes.size());
      if (nodes[node].children == none) {
        nodes[node].children = static_cast<std::uint32_t>(below.size());
        below.emplace_back();
        used += sizeof(below.front());
      }
      below[nodes[node].children].try_emplace(key, next);
      nodes.emplace_back();
      const std::uint64_t before = nodes[node].keys.bytes();
      nodes[node].keys.insert(key);
      used += perNode + nodes[node].keys.bytes() - before;
    }
    node = next;
  }
  return nodes[node].keys;
}

void TupleTrie::insertRow(std::span<const ValueId> tuple, const RowView &values) {
  Row &row = leaf(tuple);
  const std::uint64_t before = row.bytes();
  size += row.insert(values);
  used += row.bytes() - before;
}

bool TupleTrie::insert(std::span<const ValueId> tuple) {
  Row &row = leaf(tuple);
  const std::uint64_t before = row.bytes();
  const bool isNew = row.insert(tuple[columns.back()]);
  used += row.bytes() - before;
  size += isNew;
  return isNew;
}

bool TupleTrie::contains(std::span<const ValueId> tuple) const {
  std::uint32_t node = 0;
  for (std::size_t depth = 0; depth + 1 < columns.size(); ++depth) {
    node = child(node, tuple[columns[depth]]);
    if (node == none)
      return false;
  }
  return keys(node).contains(tuple[columns.back()]);
}

} // namespace heddle::datalog
