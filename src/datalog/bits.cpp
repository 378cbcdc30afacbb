#include "datalog/bits.h"

#include <algorithm>

namespace heddle::datalog {

bool RowView::contains(ValueId value) const {
  if (isList())
    return std::binary_search(list, list + size, value);
  return value / 64 < size && testBit(words, value);
}

bool RowView::isEmpty() const {
  return isList() ? size == 0 : std::all_of(words, words + size, [](Word word) { return !word; });
}

std::uint64_t RowView::count() const {
  if (isList())
    return size;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < size; ++i)
    total += std::popcount(words[i]);
  return total;
}

RowView Row::view() const {
  if (!words.empty())
    return {words.data(), nullptr, static_cast<std::uint32_t>(words.size())};
  static constexpr ValueId none = 0; // A list that is empty is a list all the same.
  return {nullptr, list.empty() ? &none : list.data(), static_cast<std::uint32_t>(list.size())};
}

bool Row::insert(ValueId value) {
  if (words.empty()) {
    const auto place = std::ranges::lower_bound(list, value);
    if (place != list.end() && *place == value)
      return false;
    list.insert(place, value);
    // A value of a list takes 32 bits.
    if (list.size() < 16 || list.size() < list.back() / 32)
      return true;
    words.resize(wordsFor(list.back() + 1));
    for (const ValueId known : list)
      setBit(words.data(), known);
    list = {};
    return true;
  }
  if (value / 64 >= words.size())
    words.resize(value / 64 + 1);
  if (testBit(words.data(), value))
    return false;
  setBit(words.data(), value);
  return true;
}

std::uint64_t Row::insert(const RowView &values) {
  std::uint64_t added = 0;
  if (values.isList() || words.empty()) {
    values.forEach([&](ValueId value) { added += insert(value); });
    return added;
  }
  words.resize(std::max<std::size_t>(words.size(), values.size));
  for (std::uint32_t i = 0; i < values.size; ++i) {
    added += std::popcount(values.words[i] & ~words[i]);
    words[i] |= values.words[i];
  }
  return added;
}

RowView RowBuffer::view() const {
  static constexpr ValueId none = 0;
  if (isList)
    return {nullptr, list.empty() ? &none : list.data(), static_cast<std::uint32_t>(list.size())};
  return {words.data(), nullptr, static_cast<std::uint32_t>(words.size())};
}

bool RowBuffer::intersect(const RowView &a, const RowView &b) {
  if (a.isList() || b.isList()) {
    const RowView few = a.isList() && (!b.isList() || a.size <= b.size) ? a : b;
    const RowView other = few.list == a.list && few.words == a.words ? b : a;
    return filter(few, [&](ValueId value) { return other.contains(value); });
  }
  isList = false;
  words.resize(std::min(a.size, b.size));
  Word any = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    any |= words[i] = a.words[i] & b.words[i];
  return any != 0;
}

bool RowBuffer::subtract(const RowView &a, const RowView &b) {
  if (a.isList())
    return filter(a, [&](ValueId value) { return !b.contains(value); });
  isList = false;
  if (a.words != words.data())
    words.assign(a.words, a.words + a.size);
  if (b.isList()) {
    for (std::uint32_t i = 0; i < b.size; ++i)
      if (b.list[i] / 64 < words.size())
        words[b.list[i] / 64] &= ~(Word{1} << (b.list[i] % 64));
  } else {
    for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), b.size); ++i)
      words[i] &= ~b.words[i];
  }
  return !view().isEmpty();
}

} // namespace heddle::datalog
