// Sets of small numbers as rows: words of bits, or a sorted list where there are few.
#pragma once

#include "datalog/domain.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace heddle::datalog {

using Word = std::uint64_t;

constexpr std::uint32_t wordsFor(std::uint32_t bits) {
  return bits / 64 + (bits % 64 != 0);
}
inline bool testBit(const Word *words, ValueId bit) {
  return words[bit / 64] >> (bit % 64) & 1;
}
inline void setBit(Word *words, ValueId bit) {
  words[bit / 64] |= Word{1} << (bit % 64);
}

/// A look at a row. Bits beyond its words are not in it.
struct RowView {
  const Word *words = nullptr;
  const ValueId *list = nullptr; ///< If set, this and not the words; sorted.
  std::uint32_t size = 0;        ///< Of words, or of values in the list.

  bool isList() const { return list != nullptr; }
  bool contains(ValueId value) const;
  bool isEmpty() const;
  std::uint64_t count() const;

  /// Calls `use(value)` for each value from small to large until it returns true; whether it did.
  template <class F> bool anyOf(F use) const {
    if (isList()) {
      for (std::uint32_t i = 0; i < size; ++i)
        if (use(list[i]))
          return true;
      return false;
    }
    for (std::uint32_t i = 0; i < size; ++i)
      for (Word rest = words[i]; rest; rest &= rest - 1)
        if (use(static_cast<ValueId>(i * 64 + std::countr_zero(rest))))
          return true;
    return false;
  }
  template <class F> void forEach(F use) const {
    anyOf([&](ValueId value) {
      use(value);
      return false;
    });
  }
};

/// A row that grows: a list until words take less.
class Row {
public:
  bool insert(ValueId value);
  /// All of another row; how many are new.
  std::uint64_t insert(const RowView &values);
  RowView view() const;
  std::uint64_t bytes() const {
    return list.capacity() * sizeof(ValueId) + words.capacity() * sizeof(Word);
  }

private:
  std::vector<ValueId> list;
  std::vector<Word> words;
};

/// What a join computes in between: an own copy that is cut down.
class RowBuffer {
public:
  RowView view() const;
  /// Makes it `a` and `b`, where `a` may be a look at this buffer. Whether anything is left.
  bool intersect(const RowView &a, const RowView &b);
  /// Makes it `a` without `b`; the same holds.
  bool subtract(const RowView &a, const RowView &b);
  /// Makes it what is in `a` and fulfils `keep(value)`.
  template <class F> bool filter(const RowView &a, F keep) {
    kept.clear();
    a.forEach([&](ValueId value) {
      if (keep(value))
        kept.push_back(value);
    });
    list.swap(kept); // Only now: `a` may be a look at it.
    isList = true;
    return !list.empty();
  }

private:
  std::vector<ValueId> list, kept;
  std::vector<Word> words;
  bool isList = true;
};

} // namespace heddle::datalog
