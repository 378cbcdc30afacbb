#include "datalog/matrix.h"

#include <algorithm>
#include <array>

namespace heddle::datalog {

BitMatrix::BitMatrix(std::uint32_t rows, std::uint32_t columns)
    : rowCount(rows), columnCount(columns), stride(wordsFor(columns)),
      words(std::size_t{rows} * stride), used(wordsFor(rows)) {}

bool BitMatrix::insert(ValueId row, ValueId column) {
  if (test(row, column))
    return false;
  setBit(at(row), column);
  setBit(used.data(), row);
  return true;
}

void BitMatrix::insertRow(ValueId row, const RowView &values) {
  Word *target = at(row);
  Word any = 0;
  if (values.isList()) {
    for (std::uint32_t i = 0; i < values.size; ++i)
      setBit(target, values.list[i]);
    any = values.size;
  } else {
    const std::uint32_t size = std::min(values.size, stride);
    for (std::uint32_t i = 0; i < size; ++i) {
      target[i] |= values.words[i];
      any |= values.words[i];
    }
  }
  if (any)
    setBit(used.data(), row);
}

void BitMatrix::insertFresh(ValueId row, const RowView &values, BitMatrix &fresh) {
  Word any = 0;
  Word *target = at(row), *added = fresh.at(row);
  for (std::uint32_t i = 0; i < std::min(values.size, stride); ++i) {
    const Word now = values.words[i] & ~target[i];
    any |= now;
    added[i] |= now;
    target[i] |= now;
  }
  if (!any)
    return;
  setBit(used.data(), row);
  setBit(fresh.used.data(), row);
}

void BitMatrix::resize(std::uint32_t rows, std::uint32_t columns) {
  if (rows == rowCount && columns == columnCount)
    return;
  BitMatrix larger(rows, columns);
  usedRows().forEach([&](ValueId r) {
    if (r < rows)
      larger.insertRow(r, row(r));
  });
  *this = std::move(larger);
}

void BitMatrix::clear() {
  usedRows().forEach([&](ValueId r) { std::fill_n(at(r), stride, 0); });
  std::ranges::fill(used, 0);
}

std::uint64_t BitMatrix::count() const {
  std::uint64_t total = 0;
  usedRows().forEach([&](ValueId r) { total += row(r).count(); });
  return total;
}

std::vector<Word> BitMatrix::usedColumns() const {
  std::vector<Word> columns(stride);
  usedRows().forEach([&](ValueId r) {
    for (std::uint32_t i = 0; i < stride; ++i)
      columns[i] |= at(r)[i];
  });
  return columns;
}

/// 64 by 64 bits, in halves of halves (Hacker's Delight, 7-3).
static void transposeBlock(std::array<Word, 64> &block) {
  Word mask = 0x00000000FFFFFFFF;
  for (unsigned size = 32; size; size >>= 1, mask ^= mask << size)
    for (unsigned i = 0; i < 64; i = ((i | size) + 1) & ~size) {
      const Word swapped = ((block[i] >> size) ^ block[i | size]) & mask;
      block[i] ^= swapped << size;
      block[i | size] ^= swapped;
    }
}

BitMatrix BitMatrix::transposed() const {
  BitMatrix result(columnCount, rowCount);
  const std::vector<Word> columnsUsed = usedColumns();
  std::array<Word, 64> block{};
  for (std::uint32_t r = 0; r < wordsFor(rowCount); ++r) {
    if (!used[r])
      continue;
    for (std::uint32_t c = 0; c < stride; ++c) {
      if (!columnsUsed[c])
        continue;
      const std::uint32_t height = std::min(64U, rowCount - r * 64);
      const std::uint32_t width = std::min(64U, columnCount - c * 64);
      Word any = 0;
      for (std::uint32_t i = 0; i < 64; ++i)
        any |= block[i] = i < height ? at(r * 64 + i)[c] : 0;
      if (!any)
        continue;
      transposeBlock(block);
      for (std::uint32_t i = 0; i < width; ++i)
        result.at(c * 64 + i)[r] = block[i];
    }
  }
  for (std::uint32_t i = 0; i < stride; ++i)
    result.used[i] = columnsUsed[i];
  return result;
}

bool compose(const BitMatrix &a, const BitMatrix &b, BitMatrix &result, Budget &budget) {
  return !a.usedRows().anyOf([&](ValueId x) {
    a.row(x).forEach([&](ValueId y) { result.insertRow(x, b.row(y)); });
    return budget.isSpent();
  });
}

} // namespace heddle::datalog
