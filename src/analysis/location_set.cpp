#include "analysis/location_set.h"

#include <algorithm>

namespace heddle::analysis {

std::size_t LocationSet::count() const {
  std::size_t sum = 0;
  for (const Piece &piece : pieces)
    sum += static_cast<std::size_t>(std::popcount(piece.bits));
  return sum;
}

/// Where a piece stands or would stand, from `from` on. Neighbours are looked at first: most
/// searches go through a set in order.
std::size_t LocationSet::find(std::uint32_t index, std::size_t from) const {
  std::size_t step = 1;
  std::size_t low = from;
  while (low + step < pieces.size() && pieces[low + step].index < index) {
    low += step;
    step *= 2;
  }
  const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(std::min(low, pieces.size()));
  const auto end =
      pieces.begin() + static_cast<std::ptrdiff_t>(std::min(low + step + 1, pieces.size()));
  const auto found = std::lower_bound(
      begin, end, index, [](const Piece &piece, std::uint32_t i) { return piece.index < i; });
  return static_cast<std::size_t>(found - pieces.begin());
}

bool LocationSet::contains(std::uint32_t id) const {
  const std::size_t at = find(id / 64, 0);
  return at < pieces.size() && pieces[at].index == id / 64 && pieces[at].bits >> id % 64 & 1;
}

bool LocationSet::insert(std::uint32_t id) {
  const std::uint64_t bit = std::uint64_t{1} << id % 64;
  const std::size_t at = find(id / 64, 0);
  if (at == pieces.size() || pieces[at].index != id / 64) {
    pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(at), {id / 64, bit});
    return true;
  }
  const bool isNew = !(pieces[at].bits & bit);
  pieces[at].bits |= bit;
  return isNew;
}

bool LocationSet::unite(const LocationSet &other, LocationSet &added) {
  LocationSet fresh;
  bool isMissing = false;
  std::size_t at = 0;
  for (const Piece &piece : other.pieces) {
    at = find(piece.index, at);
    if (at == pieces.size() || pieces[at].index != piece.index) {
      fresh.pieces.push_back(piece);
      isMissing = true;
      continue;
    }
    const std::uint64_t bits = piece.bits & ~pieces[at].bits;
    if (!bits)
      continue;
    pieces[at].bits |= bits;
    fresh.pieces.push_back({piece.index, bits});
  }
  if (fresh.empty())
    return false;
  if (isMissing)
    merge(fresh);
  added.unite(fresh);
  return true;
}

void LocationSet::unite(const LocationSet &other) {
  if (pieces.empty()) {
    pieces = other.pieces;
    return;
  }
  bool isMissing = false;
  std::size_t at = 0;
  for (const Piece &piece : other.pieces) {
    at = find(piece.index, at);
    if (at == pieces.size() || pieces[at].index != piece.index) {
      isMissing = true;
      break;
    }
    pieces[at].bits |= piece.bits;
  }
  if (isMissing)
    merge(other);
}

void LocationSet::merge(const LocationSet &other) {
  std::vector<Piece> all;
  all.reserve(pieces.size() + other.pieces.size());
  auto a = pieces.begin();
  auto b = other.pieces.begin();
  while (a != pieces.end() && b != other.pieces.end()) {
    if (a->index < b->index)
      all.push_back(*a++);
    else if (b->index < a->index)
      all.push_back(*b++);
    else {
      all.push_back({a->index, a->bits | b->bits});
      ++a;
      ++b;
    }
  }
  all.insert(all.end(), a, pieces.end());
  all.insert(all.end(), b, other.pieces.end());
  all.shrink_to_fit();
  pieces.swap(all);
}

LocationSet LocationSet::split(const std::vector<std::uint64_t> &mask) {
  LocationSet taken;
  for (const Piece &piece : pieces)
    if (const std::uint64_t bits = piece.index < mask.size() ? piece.bits & mask[piece.index] : 0)
      taken.pieces.push_back({piece.index, bits});
  std::erase_if(pieces, [&](Piece &piece) {
    piece.bits &= piece.index < mask.size() ? ~mask[piece.index] : ~std::uint64_t{0};
    return !piece.bits;
  });
  return taken;
}

LocationSet LocationSet::of(std::vector<std::uint32_t> &ids) {
  std::ranges::sort(ids);
  LocationSet set;
  for (const std::uint32_t id : ids) {
    if (set.pieces.empty() || set.pieces.back().index != id / 64)
      set.pieces.push_back({id / 64, 0});
    set.pieces.back().bits |= std::uint64_t{1} << id % 64;
  }
  return set;
}

void LocationSet::subtract(const LocationSet &other) {
  std::size_t at = 0;
  std::erase_if(pieces, [&](Piece &piece) {
    at = other.find(piece.index, at);
    if (at < other.pieces.size() && other.pieces[at].index == piece.index)
      piece.bits &= ~other.pieces[at].bits;
    return !piece.bits;
  });
}

} // namespace heddle::analysis
