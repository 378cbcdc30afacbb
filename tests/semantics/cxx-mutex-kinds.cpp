// recursive_mutex, timed_mutex, recursive_timed_mutex; unique_lock's ways; adopt, defer, release.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>

using namespace std::chrono_literals;

class Tree {
public:
  int sum(int depth) {
    std::lock_guard<std::recursive_mutex> guard(mutex);
    return depth ? depth + sum(depth - 1) : 0;
  }

private:
  std::recursive_mutex mutex;
};

template <class M> void tries(const char *name, M &mutex) {
  mutex.lock();
  bool other = true;
  std::thread([&] {
    other = mutex.try_lock();
    if (other)
      mutex.unlock();
  }).join();
  mutex.unlock();
  std::thread([&] {
    std::unique_lock<M> lock(mutex, std::try_to_lock);
    std::printf("%s %d %d\n", name, other, lock.owns_lock());
  }).join();
}

int main() {
  std::printf("%d\n", Tree().sum(10));
  std::mutex plain;
  std::recursive_mutex recursive;
  std::timed_mutex timed;
  std::recursive_timed_mutex both;
  tries("plain", plain);
  tries("recursive", recursive);
  tries("timed", timed);
  tries("both", both);
  {
    std::unique_lock<std::timed_mutex> lock(timed, 1h);
    std::printf("%d ", lock.owns_lock());
    lock.unlock();
    std::printf("%d ", lock.try_lock_for(1s));
    std::timed_mutex *released = lock.release();
    std::printf("%d %d\n", released == &timed, bool(lock));
    released->unlock();
  }
  std::unique_lock<std::mutex> deferred(plain, std::defer_lock);
  std::printf("%d ", deferred.owns_lock());
  deferred.lock();
  try {
    deferred.lock();
  } catch (const std::system_error &error) {
    std::printf("%d ", error.code() == std::errc::resource_deadlock_would_occur);
  }
  std::unique_lock<std::mutex> moved = std::move(deferred);
  std::printf("%d %d\n", deferred.owns_lock(), moved.owns_lock());
  moved.unlock();
  try {
    moved.unlock();
  } catch (const std::system_error &error) {
    std::printf("%d\n", error.code() == std::errc::operation_not_permitted);
  }
  std::lock(plain, timed);
  std::lock_guard<std::mutex> adopted(plain, std::adopt_lock);
  std::unique_lock<std::timed_mutex> also(timed, std::adopt_lock);
  std::printf("%d %d\n", also.owns_lock(), std::try_lock(recursive, both));
  both.unlock();
  recursive.unlock();
}
