// What a loop that may spin would do if memory were otherwise: remembered trials, and forecasts for
// values that a place had earlier in the execution.
#pragma once

#include "vm/address.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::vm {

struct Inst;

/// A few bytes, and what they hold.
struct TrialCell {
  Address address = 0;
  std::uint32_t size = 0;
  bool shared = false;
  std::uint64_t value = 0;
  bool plain = false;    ///< Some access to them is not atomic.
  bool mayWrite = false; ///< The iteration writes there, or would if it found something else.
};

/// What a trial of an iteration looked at.
struct Trial {
  std::vector<TrialCell> reads; ///< As they were before it, by time.
  std::vector<std::pair<Address, std::uint64_t>> writes;
  bool pure = true;  ///< It depends on nothing but these and the thread's own state.
  bool acts = false; ///< It did what cannot be undone, so that no more need be seen.

  /// `bytes` are what was there, null if they are symbolic or undefined. A compare-exchange `tries`
  /// to write.
  void saw(Address address, std::uint64_t size, bool reads, bool writes, bool shared, bool atomic,
           const std::uint8_t *bytes, bool tries);
};

/// A trial whose outcome is known for good.
struct KnownTrial {
  const Inst *head = nullptr;
  std::vector<std::uint64_t> state; ///< Of the thread.
  std::vector<TrialCell> reads;
  bool spins = false;
  bool pure = false;    ///< The same reads mean the same outcome.
  bool visible = false; ///< It did something visible.
};

/// Whether a loop would only spin if one of the places it looks at held something else.
struct Forecast {
  struct Place {
    TrialCell cell;
    std::vector<std::pair<std::uint64_t, bool>> values; ///< The value, and whether it spins.
  };
  std::vector<Place> places;
  std::vector<TrialCell> looked; ///< All that trials looked at which spun.
};

/// The values that a place had before it was written, in this execution.
using History = std::function<void(Address, std::uint32_t, std::vector<std::uint64_t> &)>;

/// The places that several stores were made to whose order nobody has seen.
using Contested = std::function<void(std::vector<TrialCell> &)>;

} // namespace heddle::vm
