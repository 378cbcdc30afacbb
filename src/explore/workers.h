// Work that one worker of a search leaves to others.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace heddle::explore {

template <class Unit> class WorkPool {
public:
  explicit WorkPool(unsigned workers) : workers(workers) {}

  /// Whether somebody waits for work.
  bool isWanted() const { return hungry.load(std::memory_order_relaxed) > 0; }

  void give(Unit unit) {
    {
      const std::scoped_lock lock(mutex);
      units.push_back(std::move(unit));
      count();
    }
    change.notify_one();
  }

  /// Waits for a unit; none if all workers wait, or the search has been ended.
  std::optional<Unit> take() {
    std::unique_lock lock(mutex);
    ++waiting;
    count();
    if (waiting == workers && units.empty())
      isOver = true;
    if (isOver || paused)
      change.notify_all();
    if (!isOver && units.empty()) {
      lock.unlock();
      lookFor();
      lock.lock();
    }
    change.wait(lock, [&] { return isOver || !units.empty(); });
    if (isOver)
      return std::nullopt;
    --waiting;
    return takeFirst();
  }

  /// A unit, if there is one.
  std::optional<Unit> takeAtOnce() {
    const std::scoped_lock lock(mutex);
    if (units.empty())
      return std::nullopt;
    return takeFirst();
  }

  /// Waits until everybody waits, here or for a unit; then one of them calls `work` with the units
  /// that nobody has taken, and all go on.
  template <class F> void pause(F work) {
    std::unique_lock lock(mutex);
    ++paused;
    const std::uint64_t round = pauses;
    change.notify_all();
    change.wait(lock, [&] { return isOver || pauses != round || paused + waiting >= workers; });
    if (!isOver && pauses == round) {
      work(units);
      ++pauses;
      change.notify_all();
    }
    --paused;
  }

  /// The same where nobody else can be at work.
  template <class F> void look(F work) {
    const std::scoped_lock lock(mutex);
    work(units);
  }

  /// No more units are handed out.
  void end() {
    {
      const std::scoped_lock lock(mutex);
      isOver = true;
    }
    change.notify_all();
  }

private:
  void count() {
    isReady.store(!units.empty());
    hungry.store(waiting > units.size() ? static_cast<unsigned>(waiting - units.size()) : 0);
  }

  std::optional<Unit> takeFirst() {
    std::optional<Unit> unit(std::move(units.front()));
    units.pop_front();
    count();
    return unit;
  }

  /// Who is asked for work gives some after its next execution, mostly. To be woken by the system
  /// takes longer than that.
  void lookFor() const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    while (!isReady.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
  }

  const unsigned workers;
  std::mutex mutex;
  std::condition_variable change;
  std::deque<Unit> units;
  unsigned waiting = 0; ///< For a unit.
  unsigned paused = 0;
  std::uint64_t pauses = 0;
  std::atomic<unsigned> hungry = 0;
  std::atomic<bool> isReady = false; ///< There are units.
  bool isOver = false;
};

} // namespace heddle::explore
