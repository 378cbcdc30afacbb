// Watches a command from beside it: time and memory limits, Ctrl-C and its kin,
// the progress line.
#pragma once

#include "cli/progress_line.h"
#include "explore/search.h"
#include "support/exit_codes.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace heddle::cli {

/// Takes a progress line away, if there is one, so that something else can be printed.
inline constexpr const char *wiped = "\r\033[K";

class Supervisor {
public:
  struct Settings {
    explore::Limits limits;
    bool progressLine = false;
    double saveEvery = 0; ///< Seconds after which the state of the search is asked for; 0: never.
    /// Called from another thread when the command does not end in time: prints what is known. The
    /// process then ends with that code.
    std::function<support::ExitCode(const std::string &reason)> lastResort;
  };
  Supervisor(explore::Progress &progress, Settings settings);
  ~Supervisor();
  Supervisor(const Supervisor &) = delete;
  Supervisor &operator=(const Supervisor &) = delete;

  /// The answer is there: no more limits, no progress line. Does not return if the last resort is
  /// being printed.
  void finish();
  /// Why the command was ended from outside; empty if it was not.
  std::string reason() const;
  /// Since the supervisor stands.
  double seconds() const;

private:
  void watch();
  void showProgress();
  std::string exceeded() const;
  void askToEnd();
  void askToSave();
  [[noreturn]] void giveUp();

  explore::Progress &progress;
  Settings settings;
  std::chrono::steady_clock::time_point started;
  mutable std::mutex mutex;
  std::condition_variable wake;
  bool isOver = false;
  std::string why;
  bool hasLine = false;
  ProgressLine line;
  double savedAt = 0;
  std::thread thread;
};

/// "the limit of 2 s": what a reason that `Supervisor` gives means.
std::string detailOf(const std::string &reason, const explore::Limits &limits);

/// Peak memory of the process in MB.
double peakMemoryMb();

/// 4 GB, or half of what the machine has.
std::uint64_t defaultMemoryMb();

} // namespace heddle::cli
