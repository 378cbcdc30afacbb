#include "cli/supervisor.h"

#include "support/terminal.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto pollEvery = std::chrono::milliseconds(20); // Memory may grow fast.
constexpr unsigned pollsALine = 25;
constexpr double grace = 0.7;        ///< Seconds a search has to end once it is asked to.
constexpr double saveGrace = 0.35;   ///< Of these, to come to a point where it can be saved.
constexpr double memoryGrace = 1.25; ///< How far it may pass a memory limit in that time.

/// What asks a program to end: Ctrl-C, whoever stops a job, a terminal that is closed.
constexpr std::array<int, 3> endings = {SIGINT, SIGTERM, SIGHUP};

/// When that was first done, in nanoseconds; 0 if it was not. All that a signal handler touches.
std::atomic<std::int64_t> interruptedAt = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

void onInterrupt(int signal) {
  constexpr std::int64_t second = 1'000'000'000;
  // timeout(1) and closed terminals send what they send to the process and to its group.
  constexpr std::int64_t sameOne = second / 20;
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = time.tv_sec * second + time.tv_nsec;
  std::int64_t first = 0;
  if (!interruptedAt.compare_exchange_strong(first, now) && now - first > sameOne)
    _exit(128 + signal);
}

bool isInterrupted() {
  return interruptedAt.load() != 0;
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

/// A compiler that is still running would go on without us.
void endChildren() {
  const std::string self = std::to_string(getpid());
  std::ifstream children("/proc/self/task/" + self + "/children");
  for (pid_t child = 0; children >> child;)
    kill(child, SIGTERM);
}

} // namespace

std::string detailOf(const std::string &reason, const explore::Limits &limits) {
  if (reason == "time")
    return fmt::format("the limit of {:g} s", limits.seconds);
  if (reason == "memory")
    return fmt::format("the limit of {} MB", limits.memoryMb);
  return "ended by the user";
}

double peakMemoryMb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::uint64_t defaultMemoryMb() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0)
    return 4096;
  const auto machine = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) >> 20;
  return std::min<std::uint64_t>(4096, std::max<std::uint64_t>(machine / 2, 1));
}

Supervisor::Supervisor(explore::Progress &progress, Settings given)
    : progress(progress), settings(std::move(given)), started(Clock::now()) {
  interruptedAt = 0;
  for (const int one : endings)
    if (std::signal(one, onInterrupt) == SIG_IGN && one == SIGHUP)
      std::signal(one, SIG_IGN); // By nohup.
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
  for (const int one : endings)
    if (std::signal(one, SIG_DFL) == SIG_IGN)
      std::signal(one, SIG_IGN);
  if (hasLine)
    std::fputs(wiped, stderr);
}

std::string Supervisor::reason() const {
  const std::scoped_lock lock(mutex);
  // The compiler hears a Ctrl-C too and may be gone before the next look at the flag.
  return why.empty() && isInterrupted() ? "interrupted" : why;
}

double Supervisor::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started).count();
}

void Supervisor::showProgress() {
  hasLine = true;
  fmt::print(stderr, "{}{}", wiped,
             line.text(progress, seconds(), settings.limits.seconds,
                       support::terminalOf(STDERR_FILENO).width));
  std::fflush(stderr);
}

std::string Supervisor::exceeded() const {
  if (isInterrupted())
    return "interrupted";
  if (settings.limits.seconds > 0 && seconds() >= settings.limits.seconds)
    return "time";
  if (settings.limits.memoryMb && residentMb() > static_cast<double>(settings.limits.memoryMb))
    return "memory";
  return {};
}

/// One that is to be saved ends by itself, between two executions.
void Supervisor::askToEnd() {
  if (settings.saveEvery > 0)
    progress.request.store(explore::Progress::Request::SaveAndEnd);
  else
    progress.cancel.store(true);
}

void Supervisor::askToSave() {
  if (settings.saveEvery <= 0 || seconds() - savedAt < settings.saveEvery)
    return;
  savedAt = seconds();
  progress.request.store(explore::Progress::Request::Save);
}

void Supervisor::giveUp() {
  endChildren();
  if (hasLine)
    std::fputs(wiped, stderr);
  const support::ExitCode code = settings.lastResort(why);
  std::_Exit(static_cast<int>(code));
}

void Supervisor::watch() {
  std::optional<double> askedAt;
  unsigned ticks = 0;
  std::unique_lock lock(mutex);
  while (!wake.wait_for(lock, pollEvery, [this] { return isOver; })) {
    if (!askedAt) {
      why = exceeded();
      if (!why.empty()) {
        askToEnd();
        askedAt = seconds();
      } else {
        askToSave();
      }
    } else {
      if (seconds() - *askedAt > saveGrace)
        progress.cancel.store(true);
      if (progress.cancel)
        progress.interrupt();
      const bool swells =
          settings.limits.memoryMb &&
          residentMb() > memoryGrace * static_cast<double>(settings.limits.memoryMb);
      if (seconds() - *askedAt > grace || swells) {
        lock.unlock(); // `finish` then waits for a thread that does not come back.
        giveUp();
      }
    }
    if (settings.progressLine && ++ticks % pollsALine == 0)
      showProgress();
  }
}

} // namespace heddle::cli
