#include "cli/supervisor.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto pollEvery = std::chrono::milliseconds(100);
constexpr double grace = 0.7; ///< Seconds a search has to end once it is asked to.

/// The only thing a signal handler may touch.
volatile std::sig_atomic_t interrupts = 0;

void onInterrupt(int) {
  if (interrupts)
    _exit(130);
  interrupts = 1;
}

double residentMb() {
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) /
                         (1 << 20)
                   : 0;
}

} // namespace

double peakMemoryMb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Supervisor::Supervisor(explore::Progress &progress, Settings given)
    : progress(progress), settings(std::move(given)), started(Clock::now()) {
  interrupts = 0;
  std::signal(SIGINT, onInterrupt);
  thread = std::thread([this] { watch(); });
}

Supervisor::~Supervisor() {
  finish();
}

void Supervisor::finish() {
  {
    const std::scoped_lock lock(mutex);
    if (isOver)
      return;
    isOver = true;
  }
  wake.notify_all();
  thread.join();
  std::signal(SIGINT, SIG_DFL);
  if (hasLine)
    std::fputs("\r\033[K", stderr);
}

std::string Supervisor::reason() const {
  const std::scoped_lock lock(mutex);
  return why;
}

double Supervisor::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started).count();
}

void Supervisor::showProgress() {
  hasLine = true;
  fmt::print(stderr, "\r\033[Kheddle: {} executions, {} states, {:.0f} s of {:.0f} s",
             progress.executions.load(), progress.states.load(), seconds(),
             settings.limits.seconds);
  std::fflush(stderr);
}

void Supervisor::watch() {
  std::optional<double> askedAt;
  unsigned ticks = 0;
  std::unique_lock lock(mutex);
  while (!wake.wait_for(lock, pollEvery, [this] { return isOver; })) {
    const double now = seconds();
    if (!askedAt) {
      if (interrupts)
        why = "interrupted";
      else if (settings.limits.seconds > 0 && now >= settings.limits.seconds)
        why = "time";
      else if (settings.limits.memoryMb &&
               residentMb() > static_cast<double>(settings.limits.memoryMb))
        why = "memory";
      if (!why.empty()) {
        progress.cancel.store(true);
        askedAt = now;
      }
    } else if (now - *askedAt > grace) {
      const std::string reason = why;
      lock.unlock();
      settings.lastResort(reason);
      std::_Exit(3);
    }
    if (settings.progressLine && ++ticks % 5 == 0)
      showProgress();
  }
}

} // namespace heddle::cli
