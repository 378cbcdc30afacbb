// How long an evaluation may take and how much memory it may use; who asks for it polls.
#pragma once

#include "support/outcome.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace heddle::datalog {

struct Limits {
  std::optional<double> seconds;             ///< On the clock.
  std::optional<std::uint64_t> bytes;        ///< Of relations and what is computed from them.
  const std::atomic<bool> *cancel = nullptr; ///< If set, and set from outside: end soon.
};

class Budget {
public:
  explicit Budget(const Limits &limits) : limits(limits), start(Clock::now()) {}

  /// Whether to stop; looks at the clock only now and then.
  bool isSpent() {
    if (why != Why::Nothing)
      return true;
    if (++polls % 256 != 0)
      return false;
    return look();
  }
  /// The same, and looks now.
  bool look() {
    if (why != Why::Nothing)
      return true;
    if (limits.cancel && limits.cancel->load(std::memory_order_relaxed))
      why = Why::Cancelled;
    else if (limits.seconds && elapsed() > *limits.seconds)
      why = Why::Time;
    return why != Why::Nothing;
  }
  /// Whether `bytes` more than those kept by others are too many.
  bool exceeds(std::uint64_t bytes) {
    if (limits.bytes && kept + bytes > *limits.bytes && why == Why::Nothing)
      why = Why::Memory;
    return why != Why::Nothing;
  }
  /// What the rest of the evaluation holds on to.
  void keep(std::uint64_t bytes) { kept = bytes; }
  const Limits &given() const { return limits; }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
  support::Failure failure() const;

private:
  using Clock = std::chrono::steady_clock;
  enum class Why : std::uint8_t { Nothing, Cancelled, Time, Memory };
  Limits limits;
  Clock::time_point start;
  std::uint64_t polls = 0;
  std::uint64_t kept = 0;
  std::atomic<Why> why = Why::Nothing; ///< Another thread may look too.
};

} // namespace heddle::datalog
