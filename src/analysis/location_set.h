// Sets of small numbers that the points-to solver keeps by the hundred thousand: sorted pieces of
// 64 bits, so that a union is a merge and a set of neighbours takes a few words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::analysis {

class LocationSet {
public:
  bool empty() const { return pieces.empty(); }
  std::size_t count() const;
  bool contains(std::uint32_t id) const;
  bool insert(std::uint32_t id);
  /// Adds all of `other`; what was not there before joins `added`. Whether anything was added.
  bool unite(const LocationSet &other, LocationSet &added);
  void unite(const LocationSet &other);
  void subtract(const LocationSet &other);
  /// Takes out what `mask` has, bit by bit, and gives it back.
  LocationSet split(const std::vector<std::uint64_t> &mask);
  /// The set of these, in any order.
  static LocationSet of(std::vector<std::uint32_t> &ids);
  void clear() { pieces.clear(); }
  /// Gives the memory back as well.
  void reset() { pieces = {}; }
  void swap(LocationSet &other) noexcept { pieces.swap(other.pieces); }
  std::size_t bytes() const { return pieces.capacity() * sizeof(Piece); }
  bool operator==(const LocationSet &) const = default;

  template <class F> void forEach(F f) const {
    for (const Piece &piece : pieces)
      for (std::uint64_t bits = piece.bits; bits; bits &= bits - 1)
        f(piece.index * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

private:
  struct Piece {
    std::uint32_t index;
    std::uint64_t bits;
    bool operator==(const Piece &) const = default;
  };
  std::size_t find(std::uint32_t index, std::size_t from) const;
  void merge(const LocationSet &other);

  std::vector<Piece> pieces; ///< By rising index, none without bits.
};

} // namespace heddle::analysis
