// The tuples of one relation. Arity 1 and 2 are bits; more columns, and domains too large for a
// matrix, are tries. Looks at it in other orders of its columns are made when first asked for, and
// kept up to date.
#pragma once

#include "datalog/matrix.h"
#include "datalog/trie.h"

#include <memory>
#include <span>

namespace heddle::datalog {

class Index;

class Relation {
public:
  /// `columns` are the domains, of which the largest are meant to come last in a trie.
  explicit Relation(std::vector<DomainId> columns);
  Relation(const Relation &other);
  Relation &operator=(const Relation &other);
  Relation(Relation &&) = default;
  Relation &operator=(Relation &&) = default;
  ~Relation() = default;

  /// Whether a relation over such domains is a matrix.
  static bool fitsMatrix(std::uint64_t rows, std::uint64_t columns);
  std::size_t arity() const { return columns.size(); }
  bool insert(std::span<const ValueId> tuple);
  bool contains(std::span<const ValueId> tuple) const;
  std::uint64_t count() const;
  bool isEmpty() const;
  std::uint64_t bytes() const;
  /// Fits it to domains of these sizes: `sizes` has one for each column.
  void fit(std::span<const std::uint32_t> sizes);
  /// A relation of the same shape without tuples.
  Relation empty() const;
  void clear();

  /// Calls `use(tuple)` until it returns true; whether it did.
  template <class F> bool anyOf(F use) const {
    if (arity() == 0)
      return holds && use(std::span<const ValueId>());
    if (trie)
      return trie->anyOf(use);
    return matrix.usedRows().anyOf([&](ValueId row) {
      return matrix.row(row).anyOf([&](ValueId column) {
        const ValueId both[2] = {row, column};
        return static_cast<bool>(use(std::span<const ValueId>(both + (arity() == 1), arity())));
      });
    });
  }
  template <class F> void forEach(F use) const {
    anyOf([&](std::span<const ValueId> tuple) {
      use(tuple);
      return false;
    });
  }
  /// All tuples in the order of their values.
  std::vector<std::vector<ValueId>> tuples() const;

  /// Adds all of `other`, which has the same shape; what is new goes to `fresh` too.
  void merge(const Relation &other, Relation &fresh);

  /// A row over column `last` of tuples whose other columns are those of `tuple`, in one go.
  void insertRow(std::span<const ValueId> tuple, std::size_t last, const RowView &values);
  /// Whether `insertRow` for this column is an operation on words.
  bool takesRowsOver(std::size_t column) const {
    return trie ? trie->order().back() == column : arity() != 0 && column + 1 == arity();
  }

  bool isMatrix() const { return !trie && arity() != 0; }
  /// For arity 2, or of one row for arity 1.
  const BitMatrix &bits() const { return matrix; }
  /// Replaces the tuples of a relation of arity 2.
  void setBits(BitMatrix tuples);

  /// Whether an Index of this order is there already. `order` may leave out last columns.
  bool hasIndex(std::span<const std::uint8_t> order) const;
  /// How many values stand in a column.
  std::uint64_t distinct(std::size_t column) const;

private:
  friend class Index;
  void grow(std::span<const ValueId> tuple);
  void becomeTrie(std::span<const std::uint32_t> sizes);
  std::vector<std::uint8_t> complete(std::span<const std::uint8_t> order) const;
  std::vector<std::uint8_t> orderFor(std::span<const std::uint32_t> sizes) const;

  std::vector<DomainId> columns;
  bool holds = false; ///< Of arity 0.
  BitMatrix matrix;
  std::unique_ptr<TupleTrie> trie;
  mutable std::unique_ptr<BitMatrix> transposed;
  mutable std::vector<std::unique_ptr<TupleTrie>> others;
};

/// A relation by an order of its columns: a tree of keys, of which a join goes down.
class Index {
public:
  /// Makes what it needs of the relation, which must outlive it and may grow. `order` holds the
  /// columns that are gone down by; others come after them.
  Index(const Relation &relation, std::span<const std::uint8_t> columns);

  struct Cursor {
    std::uint32_t depth = 0;
    std::uint32_t node = 0;
  };
  /// Which values come next below a cursor.
  RowView keys(Cursor cursor) const {
    if (trie)
      return trie->keys(cursor.node);
    return cursor.depth == 0 && !isUnary ? matrix->usedRows() : matrix->row(cursor.node);
  }
  /// Goes down by a key; false if it is none.
  bool descend(Cursor &cursor, ValueId key) const {
    if (!keys(cursor).contains(key))
      return false;
    if (trie)
      cursor.node = cursor.depth + 1 == trie->order().size() ? 0 : trie->child(cursor.node, key);
    else
      cursor.node = isUnary ? 0 : key;
    ++cursor.depth;
    return true;
  }

private:
  const BitMatrix *matrix = nullptr;
  const TupleTrie *trie = nullptr;
  bool isUnary = false;
};

} // namespace heddle::datalog
