// A binary relation as rows of bits.
#pragma once

#include "datalog/bits.h"
#include "datalog/limits.h"

namespace heddle::datalog {

class BitMatrix {
public:
  BitMatrix() = default;
  BitMatrix(std::uint32_t rows, std::uint32_t columns);

  std::uint32_t rows() const { return rowCount; }
  std::uint32_t columns() const { return columnCount; }
  bool test(ValueId row, ValueId column) const { return testBit(at(row), column); }
  bool insert(ValueId row, ValueId column);
  /// Adds the values of `values` to a row.
  void insertRow(ValueId row, const RowView &values);
  RowView row(ValueId row) const { return {at(row), nullptr, stride}; }
  /// The rows that have something in them.
  RowView usedRows() const { return {used.data(), nullptr, wordsFor(rowCount)}; }

  void resize(std::uint32_t rows, std::uint32_t columns);
  void clear();
  std::uint64_t count() const;
  /// Every (row, column) becomes (column, row).
  BitMatrix transposed() const;
  /// The columns that have something in them.
  std::vector<Word> usedColumns() const;
  std::uint64_t bytes() const { return (words.capacity() + used.capacity()) * sizeof(Word); }

  /// What `insertRow(row, values)` would add goes to `fresh` too.
  void insertFresh(ValueId row, const RowView &values, BitMatrix &fresh);

  static std::uint64_t bytesFor(std::uint64_t rows, std::uint64_t columns) {
    return rows * ((columns + 63) / 64) * sizeof(Word);
  }

private:
  friend bool closeTransitively(BitMatrix &, Budget &);
  Word *at(ValueId row) { return words.data() + std::size_t{row} * stride; }
  const Word *at(ValueId row) const { return words.data() + std::size_t{row} * stride; }

  std::uint32_t rowCount = 0, columnCount = 0, stride = 0;
  std::vector<Word> words;
  std::vector<Word> used;
};

/// Makes a square matrix transitive: condenses its strongly connected components and joins rows
/// against their order, leaving out what an earlier row has brought already. False if the budget
/// ran out; the matrix is of no use then.
bool closeTransitively(BitMatrix &matrix, Budget &budget);

/// Adds to `result`, for each (x, y) of `a` and (y, z) of `b`, the pair (x, z).
bool compose(const BitMatrix &a, const BitMatrix &b, BitMatrix &result, Budget &budget);

} // namespace heddle::datalog
