#include "datalog/relation.h"

#include <algorithm>
#include <numeric>

namespace heddle::datalog {

Relation::Relation(std::vector<DomainId> domains) : columns(std::move(domains)) {
  if (arity() == 1)
    matrix = BitMatrix(1, 0);
  if (arity() > 2)
    becomeTrie({});
}

Relation::Relation(const Relation &other)
    : columns(other.columns), holds(other.holds), matrix(other.matrix),
      trie(other.trie ? std::make_unique<TupleTrie>(*other.trie) : nullptr) {}

Relation &Relation::operator=(const Relation &other) {
  return *this = Relation(other);
}

/// Above these bits a matrix costs more than what it saves.
bool Relation::fitsMatrix(std::uint64_t rows, std::uint64_t columns) {
  return rows * columns <= std::uint64_t{1} << 31;
}

/// The last column should have the most values. Before their number is known: one whose domain
/// stands in several columns is taken to be large.
std::vector<std::uint8_t> Relation::orderFor(std::span<const std::uint32_t> sizes) const {
  std::vector<std::uint8_t> order(arity());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::uint8_t c) {
    const std::uint64_t size = sizes.empty() ? std::ranges::count(columns, columns[c]) : sizes[c];
    return std::pair(size, c);
  });
  return order;
}

void Relation::becomeTrie(std::span<const std::uint32_t> sizes) {
  auto made = std::make_unique<TupleTrie>(orderFor(sizes));
  forEach([&](std::span<const ValueId> tuple) { made->insert(tuple); });
  trie = std::move(made);
  matrix = {};
  transposed.reset();
  others.clear();
}

void Relation::fit(std::span<const std::uint32_t> sizes) {
  if (arity() == 0)
    return;
  if (trie) {
    if (trie->order() != orderFor(sizes))
      becomeTrie(sizes);
    return;
  }
  if (arity() == 1)
    return matrix.resize(1, sizes[0]);
  if (!fitsMatrix(sizes[0], sizes[1]))
    return becomeTrie(sizes);
  matrix.resize(sizes[0], sizes[1]);
  transposed.reset();
}

/// Makes room, half as much again as before so that it need not happen often.
void Relation::grow(std::span<const ValueId> tuple) {
  std::uint32_t sizes[2] = {matrix.rows(), matrix.columns()};
  for (std::size_t i = 0; i < arity(); ++i) {
    std::uint32_t &size = sizes[i + (arity() == 1)];
    if (tuple[i] >= size)
      size = std::max({64U, size + size / 2, tuple[i] + 1});
  }
  if (sizes[0] == matrix.rows() && sizes[1] == matrix.columns())
    return;
  fit(std::span<const std::uint32_t>(sizes).subspan(arity() == 1));
}

bool Relation::insert(std::span<const ValueId> tuple) {
  if (arity() == 0)
    return !std::exchange(holds, true);
  if (!trie)
    grow(tuple);
  if (trie) {
    for (const auto &other : others)
      other->insert(tuple);
    return trie->insert(tuple);
  }
  if (arity() == 1)
    return matrix.insert(0, tuple[0]);
  if (transposed)
    transposed->insert(tuple[1], tuple[0]);
  return matrix.insert(tuple[0], tuple[1]);
}

bool Relation::contains(std::span<const ValueId> tuple) const {
  if (arity() == 0)
    return holds;
  if (trie)
    return trie->contains(tuple);
  const ValueId row = arity() == 1 ? 0 : tuple[0];
  return row < matrix.rows() && tuple[arity() - 1] < matrix.columns() &&
         matrix.test(row, tuple[arity() - 1]);
}

std::uint64_t Relation::count() const {
  return arity() == 0 ? holds : trie ? trie->count() : matrix.count();
}

bool Relation::isEmpty() const {
  return !anyOf([](std::span<const ValueId>) { return true; });
}

std::uint64_t Relation::bytes() const {
  std::uint64_t total = matrix.bytes() + (trie ? trie->bytes() : 0);
  if (transposed)
    total += transposed->bytes();
  for (const auto &other : others)
    total += other->bytes();
  return total;
}

Relation Relation::empty() const {
  Relation made(columns);
  if (trie)
    made.trie = std::make_unique<TupleTrie>(trie->order());
  else
    made.matrix = BitMatrix(matrix.rows(), matrix.columns());
  return made;
}

void Relation::clear() {
  holds = false;
  if (trie)
    trie = std::make_unique<TupleTrie>(trie->order());
  else
    matrix.clear();
  transposed.reset();
  others.clear();
}

std::vector<std::vector<ValueId>> Relation::tuples() const {
  std::vector<std::vector<ValueId>> all;
  forEach([&](std::span<const ValueId> tuple) { all.emplace_back(tuple.begin(), tuple.end()); });
  std::ranges::sort(all);
  return all;
}

void Relation::merge(const Relation &other, Relation &fresh) {
  if (arity() == 2 && isMatrix() && !transposed) {
    other.matrix.usedRows().forEach(
        [&](ValueId row) { matrix.insertFresh(row, other.matrix.row(row), fresh.matrix); });
    return;
  }
  other.forEach([&](std::span<const ValueId> tuple) {
    if (insert(tuple))
      fresh.insert(tuple);
  });
}

void Relation::insertRow(std::span<const ValueId> tuple, std::size_t last, const RowView &values) {
  if (isMatrix() && takesRowsOver(last) && !transposed)
    return matrix.insertRow(arity() == 1 ? 0 : tuple[0], values);
  if (trie && others.empty() && trie->order().back() == last)
    return trie->insertRow(tuple, values);
  std::vector<ValueId> one(tuple.begin(), tuple.end());
  values.forEach([&](ValueId value) {
    one[last] = value;
    insert(one);
  });
}

void Relation::setBits(BitMatrix tuples) {
  matrix = std::move(tuples);
  transposed.reset();
}

std::uint64_t Relation::distinct(std::size_t column) const {
  if (arity() == 1)
    return matrix.count();
  if (isMatrix()) {
    if (column == 0)
      return matrix.usedRows().count();
    if (transposed)
      return transposed->usedRows().count();
    const std::vector<Word> used = matrix.usedColumns();
    return RowView{used.data(), nullptr, static_cast<std::uint32_t>(used.size())}.count();
  }
  if (trie->order().front() == column)
    return trie->keys(0).count();
  for (const auto &other : others)
    if (other->order().front() == column)
      return other->keys(0).count();
  Row seen;
  forEach([&](std::span<const ValueId> tuple) { seen.insert(tuple[column]); });
  return seen.view().count();
}

/// What is not gone down by comes last; of several orders that do, one that is there already.
std::vector<std::uint8_t> Relation::complete(std::span<const std::uint8_t> order) const {
  const auto begins = [&](const TupleTrie &index) {
    return std::ranges::equal(order, std::span(index.order()).first(order.size()));
  };
  if (trie && begins(*trie))
    return trie->order();
  for (const auto &other : others)
    if (begins(*other))
      return other->order();
  std::vector<std::uint8_t> all(order.begin(), order.end());
  for (std::size_t c = 0; c < arity(); ++c)
    if (std::ranges::find(all, c) == all.end())
      all.push_back(static_cast<std::uint8_t>(c));
  return all;
}

bool Relation::hasIndex(std::span<const std::uint8_t> order) const {
  if (!trie)
    return arity() < 2 || order.empty() || order.front() == 0 || transposed;
  const std::vector<std::uint8_t> all = complete(order);
  return all == trie->order() ||
         std::ranges::any_of(others, [&](const auto &other) { return other->order() == all; });
}

Index::Index(const Relation &relation, std::span<const std::uint8_t> columns) {
  const std::vector<std::uint8_t> order = relation.complete(columns);
  isUnary = relation.arity() == 1;
  if (!relation.trie) {
    matrix = &relation.matrix;
    if (relation.arity() != 2 || order.front() == 0)
      return;
    if (!relation.transposed)
      relation.transposed = std::make_unique<BitMatrix>(relation.matrix.transposed());
    matrix = relation.transposed.get();
    return;
  }
  trie = relation.trie.get();
  if (trie->order() == order)
    return;
  for (const auto &other : relation.others)
    if (other->order() == order) {
      trie = other.get();
      return;
    }
  auto made = std::make_unique<TupleTrie>(order);
  relation.forEach([&](std::span<const ValueId> tuple) { made->insert(tuple); });
  trie = made.get();
  relation.others.push_back(std::move(made));
}

} // namespace heddle::datalog
