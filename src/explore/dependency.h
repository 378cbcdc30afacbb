// When it matters which of two accesses comes first.
#pragma once

#include "vm/effects.h"

#include <cstdint>
#include <span>

namespace heddle::explore {

/// Two steps that touch the same, and not both only read. With observers two stores to the same
/// place do not depend on each other: who reads it orders them (Aronis, Jonsson, Lång, Sagonas,
/// TACAS 2018).
struct Dependency {
  static constexpr std::uint32_t widest = 64; ///< Bytes; larger accesses are kept in a list apart.
  bool observers = false;

  bool areStores(const vm::Effect &a, const vm::Effect &b) const {
    return observers && a.kind == vm::EffectKind::Store && b.kind == vm::EffectKind::Store &&
           a.address == b.address && a.size == b.size && a.size <= widest;
  }
  bool operator()(const vm::Effect &a, const vm::Effect &b) const {
    // What a thread does within steps of others (it joined them) is in an order of its own.
    return a.thread != b.thread && a.conflictsWith(b) && !areStores(a, b);
  }
  bool operator()(std::span<const vm::Effect> a, std::span<const vm::Effect> b) const {
    for (const vm::Effect &one : a)
      for (const vm::Effect &other : b)
        if ((*this)(one, other))
          return true;
    return false;
  }
};

} // namespace heddle::explore
