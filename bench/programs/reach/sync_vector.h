// A vector whose functions each hold the vector's lock, in the manner of the synchronised
// collections of class libraries. Each function alone is safe. Those that take another vector are
// not: they come to its lock while they hold their own, or look at it without.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <mutex>
#include <stdexcept>
#include <utility>

template <class T> class SyncVector {
public:
  using size_type = std::size_t;
  static constexpr size_type npos = static_cast<size_type>(-1);

  SyncVector() = default;

  explicit SyncVector(size_type capacity) { grow(capacity); }

  SyncVector(std::initializer_list<T> values) {
    grow(values.size());
    for (const T &value : values)
      items[count++] = value;
  }

  SyncVector(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(other.mutex);
    take_all(other);
  }

  SyncVector(SyncVector &&other) noexcept {
    std::lock_guard<std::recursive_mutex> held(other.mutex);
    exchange(other);
  }

  ~SyncVector() { delete[] items; }

  SyncVector &operator=(const SyncVector &other) {
    if (this == &other)
      return *this;
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    count = 0;
    take_all(other);
    ++changes;
    return *this;
  }

  SyncVector &operator=(SyncVector &&other) noexcept {
    swap(other);
    return *this;
  }

  // --- how much there is

  size_type size() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return count;
  }

  bool empty() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return count == 0;
  }

  size_type capacity() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return room;
  }

  /// How often the vector was changed.
  unsigned modifications() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return changes;
  }

  void reserve(size_type wanted) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    grow(wanted);
  }

  void shrink_to_fit() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (room > count)
      move_to(count);
  }

  void resize(size_type wanted, const T &value = T()) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    grow(wanted);
    for (size_type i = count; i < wanted; ++i)
      items[i] = value;
    count = wanted;
    ++changes;
  }

  // --- one element

  T at(size_type index) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(index);
    return items[index];
  }

  T operator[](size_type index) const { return at(index); }

  T front() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    return items[0];
  }

  T back() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    return items[count - 1];
  }

  T set(size_type index, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(index);
    return std::exchange(items[index], value);
  }

  void push_back(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    make_room(1);
    items[count] = value;
    ++count;
    ++changes;
  }

  T pop_back() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    ++changes;
    --count;
    return items[count];
  }

  bool try_pop_back(T &into) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (count == 0)
      return false;
    into = pop_back();
    return true;
  }

  void insert(size_type index, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (index > count)
      throw std::out_of_range("SyncVector::insert");
    make_room(1);
    for (size_type i = count; i > index; --i)
      items[i] = std::move(items[i - 1]);
    items[index] = value;
    ++count;
    ++changes;
  }

  T erase(size_type index) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(index);
    T removed = items[index];
    close_gap(index, index + 1);
    return removed;
  }

  void erase(size_type first, size_type last) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (first > last || last > count)
      throw std::out_of_range("SyncVector::erase");
    close_gap(first, last);
  }

  void clear() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    count = 0;
    ++changes;
  }

  // --- by value

  size_type index_of(const T &value, size_type from = 0) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = from; i < count; ++i)
      if (items[i] == value)
        return i;
    return npos;
  }

  size_type last_index_of(const T &value) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = count; i > 0; --i)
      if (items[i - 1] == value)
        return i - 1;
    return npos;
  }

  bool contains(const T &value) const { return index_of(value) != npos; }

  size_type count_of(const T &value) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    size_type found = 0;
    for (size_type i = 0; i < count; ++i)
      if (items[i] == value)
        ++found;
    return found;
  }

  bool remove(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const size_type index = index_of(value);
    if (index == npos)
      return false;
    close_gap(index, index + 1);
    return true;
  }

  size_type replace(const T &old, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    size_type replaced = 0;
    for (size_type i = 0; i < count; ++i)
      if (items[i] == old) {
        items[i] = value;
        ++replaced;
      }
    changes += replaced != 0;
    return replaced;
  }

  void fill(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < count; ++i)
      items[i] = value;
    ++changes;
  }

  // --- all elements

  template <class Function> void for_each(Function function) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < count; ++i)
      function(items[i]);
  }

  template <class Function> void transform(Function function) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < count; ++i)
      items[i] = function(items[i]);
    ++changes;
  }

  template <class Predicate> size_type remove_if(Predicate matches) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    size_type kept = 0;
    for (size_type i = 0; i < count; ++i)
      if (!matches(items[i]))
        items[kept++] = std::move(items[i]);
    const size_type removed = count - kept;
    count = kept;
    changes += removed != 0;
    return removed;
  }

  template <class Predicate> size_type find_if(Predicate matches) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < count; ++i)
      if (matches(items[i]))
        return i;
    return npos;
  }

  void reverse() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0, j = count; i + 1 < j; ++i, --j)
      std::swap(items[i], items[j - 1]);
    ++changes;
  }

  void rotate(size_type by) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (; count > 1 && by > 0; --by) {
      T first = std::move(items[0]);
      for (size_type i = 1; i < count; ++i)
        items[i - 1] = std::move(items[i]);
      items[count - 1] = std::move(first);
    }
    ++changes;
  }

  /// By insertion: stable, and quick enough for what is kept in such vectors.
  void sort() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 1; i < count; ++i) {
      T moved = std::move(items[i]);
      size_type j = i;
      for (; j > 0 && moved < items[j - 1]; --j)
        items[j] = std::move(items[j - 1]);
      items[j] = std::move(moved);
    }
    ++changes;
  }

  bool is_sorted() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 1; i < count; ++i)
      if (items[i] < items[i - 1])
        return false;
    return true;
  }

  /// As many as fit; the number of those that there are.
  size_type copy_to(T *into, size_type most) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < count && i < most; ++i)
      into[i] = items[i];
    return count;
  }

  unsigned hash() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    unsigned result = 1;
    for (size_type i = 0; i < count; ++i)
      result = 31 * result + static_cast<unsigned>(items[i]);
    return result;
  }

  SyncVector part(size_type first, size_type last) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (first > last || last > count)
      throw std::out_of_range("SyncVector::part");
    SyncVector result(last - first);
    for (size_type i = first; i < last; ++i)
      result.items[result.count++] = items[i];
    return result;
  }

  // --- with another vector

  /// Behind one's own elements those of another vector.
  void append(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const size_type more = other.size();
    make_room(more);
    other.copy_to(items + count, more);
    count += more;
    ++changes;
  }

  void insert_all(size_type index, const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    SyncVector copy(other);
    for (size_type i = 0; i < copy.count; ++i)
      insert(index + i, copy.items[i]);
  }

  bool contains_all(const SyncVector &other) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (size_type i = 0; i < other.size(); ++i)
      if (!contains(other.at(i)))
        return false;
    return true;
  }

  size_type remove_all(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return remove_if([&](const T &value) { return other.contains(value); });
  }

  size_type retain_all(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return remove_if([&](const T &value) { return !other.contains(value); });
  }

  bool equals(const SyncVector &other) const {
    if (this == &other)
      return true;
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (count != other.size())
      return false;
    for (size_type i = 0; i < count; ++i)
      if (!(items[i] == other.at(i)))
        return false;
    return true;
  }

  bool operator==(const SyncVector &other) const { return equals(other); }

  /// -1, 0 or 1: by the first elements that differ, else by size.
  int compare(const SyncVector &other) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    for (size_type i = 0; i < count && i < other.count; ++i)
      if (!(items[i] == other.items[i]))
        return items[i] < other.items[i] ? -1 : 1;
    return count == other.count ? 0 : count < other.count ? -1 : 1;
  }

  void swap(SyncVector &other) noexcept {
    if (this == &other)
      return;
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    exchange(other);
    ++changes;
    ++other.changes;
  }

  /// Takes all elements of the other vector, if there are any.
  bool drain(SyncVector &other) {
    if (other.empty())
      return false;
    const size_type more = other.count; // Without the other one's lock.
    reserve(size() + more);
    T value;
    for (size_type i = 0; i < more && other.try_pop_back(value); ++i)
      push_back(value);
    return true;
  }

private:
  void check(size_type index) const {
    if (index >= count)
      throw std::out_of_range("SyncVector");
  }

  void move_to(size_type wanted) {
    T *moved = wanted ? new T[wanted] : nullptr;
    for (size_type i = 0; i < count; ++i)
      moved[i] = std::move(items[i]);
    delete[] items;
    items = moved;
    room = wanted;
  }

  void grow(size_type wanted) {
    if (wanted > room)
      move_to(wanted);
  }

  void make_room(size_type more) {
    if (count + more > room)
      grow(count + more > 2 * room ? count + more : 2 * room);
  }

  void close_gap(size_type first, size_type last) {
    for (size_type i = last; i < count; ++i)
      items[first + i - last] = std::move(items[i]);
    count -= last - first;
    ++changes;
  }

  void take_all(const SyncVector &other) {
    grow(other.count);
    for (size_type i = 0; i < other.count; ++i)
      items[i] = other.items[i];
    count = other.count;
  }

  void exchange(SyncVector &other) noexcept {
    std::swap(items, other.items);
    std::swap(count, other.count);
    std::swap(room, other.room);
  }

  mutable std::recursive_mutex mutex;
  T *items = nullptr;
  size_type count = 0;
  size_type room = 0;
  unsigned changes = 0;
};
