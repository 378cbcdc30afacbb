// Own iterators of all strengths, reverse and insert iterators, stream iterators, an own container.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

template <class T> class Ring {
public:
  class Iterator {
  public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;
    Iterator(Ring *ring = nullptr, difference_type at = 0) : ring(ring), at(at) {}
    reference operator*() const { return (*ring)[at]; }
    pointer operator->() const { return &**this; }
    reference operator[](difference_type n) const { return *(*this + n); }
    Iterator &operator++() { return *this += 1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator &operator--() { return *this -= 1; }
    Iterator operator--(int) { return std::exchange(*this, *this - 1); }
    Iterator &operator+=(difference_type n) { return at += n, *this; }
    Iterator &operator-=(difference_type n) { return at -= n, *this; }
    friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
    friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
    friend difference_type operator-(Iterator a, Iterator b) { return a.at - b.at; }
    friend bool operator==(Iterator a, Iterator b) { return a.at == b.at; }
    friend bool operator!=(Iterator a, Iterator b) { return a.at != b.at; }
    friend bool operator<(Iterator a, Iterator b) { return a.at < b.at; }

  private:
    Ring *ring;
    difference_type at;
  };
  explicit Ring(std::size_t n) : data(n) {}
  void push(T value) {
    data[(start + count) % data.size()] = std::move(value);
    count < data.size() ? ++count : (start = (start + 1) % data.size());
  }
  T &operator[](std::ptrdiff_t i) { return data[(start + std::size_t(i)) % data.size()]; }
  Iterator begin() { return {this, 0}; }
  Iterator end() { return {this, std::ptrdiff_t(count)}; }

private:
  std::vector<T> data;
  std::size_t start = 0, count = 0;
};

int main() {
  Ring<int> ring(5);
  for (int i = 0; i < 8; ++i)
    ring.push(i * 7 % 10);
  for (int n : ring)
    std::cout << n << ' ';
  std::sort(ring.begin(), ring.end());
  std::copy(std::make_reverse_iterator(ring.end()), std::make_reverse_iterator(ring.begin()),
            std::ostream_iterator<int>(std::cout, ","));
  std::cout << '\n'
            << *std::lower_bound(ring.begin(), ring.end(), 4) << ' ' << ring.begin()[2] << ' '
            << std::distance(ring.begin(), ring.end()) << '\n';
  std::istringstream in("3 1 4 1 5");
  std::vector<int> v{std::istream_iterator<int>(in), std::istream_iterator<int>()};
  std::copy_if(ring.begin(), ring.end(), std::inserter(v, v.begin() + 1),
               [](int n) { return n % 2; });
  std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << *std::next(v.rbegin(), 1) << '\n';
  std::istringstream text("over under");
  std::string whole{std::istreambuf_iterator<char>(text), {}};
  std::transform(whole.rbegin(), whole.rend(), std::ostreambuf_iterator<char>(std::cout),
                 [](char c) { return c == ' ' ? '_' : c; });
  std::cout << '\n';
  std::vector<std::string> from{"a", "bb"}, to;
  std::copy(std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()),
            std::back_inserter(to));
  std::cout << to[1] << from[1].size() << '\n';
}
