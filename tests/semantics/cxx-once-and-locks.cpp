// call_once (with a routine that throws first), recursive, timed and shared mutexes, lock tags.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

int main() {
  std::once_flag flag;
  int tries = 0;
  for (int i = 0; i < 4; ++i)
    try {
      std::call_once(flag, [&](int n) {
        if (++tries < 3)
          throw n;
        std::printf("done at %d\n", n);
      }, i);
    } catch (int n) {
      std::printf("failed at %d\n", n);
    }
  std::recursive_mutex recursive;
  {
    std::lock_guard<std::recursive_mutex> a(recursive);
    std::unique_lock<std::recursive_mutex> b(recursive, std::try_to_lock);
    std::printf("%d\n", b.owns_lock());
  }
  std::timed_mutex timed;
  timed.lock();
  bool got = true;
  std::thread([&] { got = timed.try_lock_for(std::chrono::milliseconds(1)); }).join();
  timed.unlock();
  std::printf("%d %d\n", got, timed.try_lock());
  timed.unlock();
  std::shared_mutex shared;
  {
    std::shared_lock<std::shared_mutex> reader(shared);
    bool write = true, read = false;
    std::thread([&] {
      write = shared.try_lock();
      read = shared.try_lock_shared();
      if (read)
        shared.unlock_shared();
    }).join();
    std::printf("%d %d\n", write, read);
  }
  std::unique_lock<std::shared_mutex> writer(shared);
  std::printf("%d\n", writer.owns_lock());
  std::mutex a, b, c;
  std::unique_lock<std::mutex> la(a, std::defer_lock), lb(b, std::defer_lock);
  std::lock(la, lb);
  std::printf("%d %d %d\n", la.owns_lock(), lb.owns_lock(), std::try_lock(c, recursive));
  c.unlock();
  recursive.unlock();
  la.unlock();
  std::lock_guard<std::mutex> adopted(*lb.release(), std::adopt_lock);
  try {
    la.unlock();
  } catch (const std::system_error &error) {
    std::printf("%s\n", error.what());
  }
  try {
    std::thread none;
    none.join();
  } catch (const std::system_error &error) {
    std::printf("%s %d\n", error.what(), error.code().value());
  }
}
