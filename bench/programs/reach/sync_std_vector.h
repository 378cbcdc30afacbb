// The functions of sync_vector.h around a std::vector, with the algorithms of the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

template <class T> class SyncVector {
public:
  using size_type = std::size_t;
  static constexpr size_type npos = static_cast<size_type>(-1);

  SyncVector() = default;
  explicit SyncVector(size_type capacity) { items.reserve(capacity); }
  SyncVector(std::initializer_list<T> values) : items(values) {}

  SyncVector(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(other.mutex);
    items = other.items;
  }

  SyncVector(SyncVector &&other) noexcept {
    std::lock_guard<std::recursive_mutex> held(other.mutex);
    items.swap(other.items);
  }

  SyncVector &operator=(const SyncVector &other) {
    if (this == &other)
      return *this;
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    items = other.items;
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
    return items.size();
  }

  bool empty() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return items.empty();
  }

  size_type capacity() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return items.capacity();
  }

  unsigned modifications() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return changes;
  }

  void reserve(size_type wanted) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    items.reserve(wanted);
  }

  void shrink_to_fit() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    items.shrink_to_fit();
  }

  void resize(size_type wanted, const T &value = T()) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    items.resize(wanted, value);
    ++changes;
  }

  // --- one element

  T at(size_type index) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return items.at(index);
  }

  T operator[](size_type index) const { return at(index); }

  T front() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    return items.front();
  }

  T back() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    return items.back();
  }

  T set(size_type index, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return std::exchange(items.at(index), value);
  }

  void push_back(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    items.push_back(value);
    ++changes;
  }

  T pop_back() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    check(0);
    T last = std::move(items.back());
    items.pop_back();
    ++changes;
    return last;
  }

  bool try_pop_back(T &into) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (items.empty())
      return false;
    into = pop_back();
    return true;
  }

  void insert(size_type index, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (index > items.size())
      throw std::out_of_range("SyncVector::insert");
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(index), value);
    ++changes;
  }

  T erase(size_type index) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    T removed = items.at(index);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
    ++changes;
    return removed;
  }

  void erase(size_type first, size_type last) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (first > last || last > items.size())
      throw std::out_of_range("SyncVector::erase");
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(first),
                items.begin() + static_cast<std::ptrdiff_t>(last));
    ++changes;
  }

  void clear() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    items.clear();
    ++changes;
  }

  // --- by value

  size_type index_of(const T &value, size_type from = 0) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (from > items.size())
      return npos;
    const auto found =
        std::find(items.begin() + static_cast<std::ptrdiff_t>(from), items.end(), value);
    return found == items.end() ? npos : static_cast<size_type>(found - items.begin());
  }

  size_type last_index_of(const T &value) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const auto found = std::find(items.rbegin(), items.rend(), value);
    return found == items.rend() ? npos : static_cast<size_type>(items.rend() - found - 1);
  }

  bool contains(const T &value) const { return index_of(value) != npos; }

  size_type count_of(const T &value) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return static_cast<size_type>(std::count(items.begin(), items.end(), value));
  }

  bool remove(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const auto found = std::find(items.begin(), items.end(), value);
    if (found == items.end())
      return false;
    items.erase(found);
    ++changes;
    return true;
  }

  size_type replace(const T &old, const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const size_type replaced = count_of(old);
    std::replace(items.begin(), items.end(), old, value);
    changes += replaced != 0;
    return replaced;
  }

  void fill(const T &value) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::fill(items.begin(), items.end(), value);
    ++changes;
  }

  // --- all elements

  template <class Function> void for_each(Function function) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    for (const T &item : items)
      function(item);
  }

  template <class Function> void transform(Function function) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::transform(items.begin(), items.end(), items.begin(), function);
    ++changes;
  }

  template <class Predicate> size_type remove_if(Predicate matches) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const size_type before = items.size();
    items.erase(std::remove_if(items.begin(), items.end(), matches), items.end());
    changes += items.size() != before;
    return before - items.size();
  }

  template <class Predicate> size_type find_if(Predicate matches) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const auto found = std::find_if(items.begin(), items.end(), matches);
    return found == items.end() ? npos : static_cast<size_type>(found - items.begin());
  }

  void reverse() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::reverse(items.begin(), items.end());
    ++changes;
  }

  void rotate(size_type by) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (!items.empty())
      std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(by % items.size()),
                  items.end());
    ++changes;
  }

  void sort() {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::sort(items.begin(), items.end());
    ++changes;
  }

  bool is_sorted() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    return std::is_sorted(items.begin(), items.end());
  }

  size_type copy_to(T *into, size_type most) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::copy_n(items.begin(), std::min(items.size(), most), into);
    return items.size();
  }

  unsigned hash() const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    unsigned result = 1;
    for (const T &item : items)
      result = 31 * result + static_cast<unsigned>(item);
    return result;
  }

  SyncVector part(size_type first, size_type last) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    if (first > last || last > items.size())
      throw std::out_of_range("SyncVector::part");
    SyncVector result;
    result.items.assign(items.begin() + static_cast<std::ptrdiff_t>(first),
                        items.begin() + static_cast<std::ptrdiff_t>(last));
    return result;
  }

  // --- with another vector

  void append(const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    const size_type old = items.size();
    items.resize(old + other.size());
    other.copy_to(items.data() + old, items.size() - old);
    ++changes;
  }

  void insert_all(size_type index, const SyncVector &other) {
    std::lock_guard<std::recursive_mutex> held(mutex);
    SyncVector copy(other);
    if (index > items.size())
      throw std::out_of_range("SyncVector::insert_all");
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(index), copy.items.begin(),
                 copy.items.end());
    ++changes;
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
    if (items.size() != other.size())
      return false;
    for (size_type i = 0; i < items.size(); ++i)
      if (!(items[i] == other.at(i)))
        return false;
    return true;
  }

  bool operator==(const SyncVector &other) const { return equals(other); }

  int compare(const SyncVector &other) const {
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    return items < other.items ? -1 : other.items < items ? 1 : 0;
  }

  void swap(SyncVector &other) noexcept {
    if (this == &other)
      return;
    std::lock_guard<std::recursive_mutex> held(mutex);
    std::lock_guard<std::recursive_mutex> others(other.mutex);
    items.swap(other.items);
    ++changes;
    ++other.changes;
  }

  bool drain(SyncVector &other) {
    if (other.empty())
      return false;
    const size_type more = other.items.size(); // Without the other one's lock.
    reserve(size() + more);
    T value;
    for (size_type i = 0; i < more && other.try_pop_back(value); ++i)
      push_back(value);
    return true;
  }

private:
  void check(size_type index) const {
    if (index >= items.size())
      throw std::out_of_range("SyncVector");
  }

  mutable std::recursive_mutex mutex;
  std::vector<T> items;
  unsigned changes = 0;
};
