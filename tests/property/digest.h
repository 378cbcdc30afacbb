// Sets of fingerprints: there can be as many as there are executions.
#pragma once

#include <compare>
#include <cstdint>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/xxhash.h>
#include <string_view>
#include <unordered_set>

namespace heddle::property {

struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const Digest &) const = default;
};

struct DigestHash {
  std::size_t operator()(const Digest &digest) const { return digest.low; }
};

using Digests = std::unordered_set<Digest, DigestHash>;
using Hashes = std::unordered_set<std::uint64_t>;

inline Digest digestOf(std::string_view bytes) {
  const auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return {hash.high64, hash.low64};
}

/// A step of a hash over numbers.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9u;
  return hash ^ hash >> 32;
}

/// How many elements of `all` the other one misses.
template <class Set> std::size_t missing(const Set &all, const Set &from) {
  std::size_t count = 0;
  for (const auto &each : all)
    count += !from.contains(each);
  return count;
}

} // namespace heddle::property
