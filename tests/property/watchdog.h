// Ends a search that takes too long: some programs go round for long, each time in another state.
#pragma once

#include "explore/search.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace heddle::property {

class Watchdog {
public:
  explicit Watchdog(explore::Progress &progress)
      : thread([this, &progress](const std::stop_token &stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any().wait_for(lock, stop, patience, [] { return false; });
          if (!stop.stop_requested())
            progress.cancel = hasEnded = true;
        }) {}

  /// Whether it has ended the search.
  bool acted() const { return hasEnded; }

private:
  std::atomic<bool> hasEnded = false;
  static constexpr std::chrono::seconds patience{30};
  std::jthread thread;
};

} // namespace heddle::property
