// Watches a search from beside it: time and memory limits, Ctrl-C, the progress line.
#pragma once

#include "explore/search.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace heddle::cli {

class Supervisor {
public:
  struct Settings {
    explore::Limits limits;
    bool progressLine = false;
    /// Called when the search does not end in time: prints what is known and ends the process.
    std::function<void(const std::string &reason)> lastResort;
  };
  Supervisor(explore::Progress &progress, Settings settings);
  ~Supervisor();
  Supervisor(const Supervisor &) = delete;
  Supervisor &operator=(const Supervisor &) = delete;

  /// The search is over: no more limits, no progress line.
  void finish();
  /// Why the search was ended from outside; empty if it was not.
  std::string reason() const;
  double seconds() const;

private:
  void watch();
  void showProgress();

  explore::Progress &progress;
  Settings settings;
  std::chrono::steady_clock::time_point started;
  mutable std::mutex mutex;
  std::condition_variable wake;
  bool isOver = false;
  std::string why;
  bool hasLine = false;
  std::thread thread;
};

/// Peak memory of the process in MB.
double peakMemoryMb();

} // namespace heddle::cli
