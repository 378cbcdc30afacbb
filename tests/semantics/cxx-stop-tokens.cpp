// flags: -std=c++20
// jthread, stop_token, stop_callback, condition_variable_any that is told to stop.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

int main() {
  std::stop_source source;
  std::stop_token token = source.get_token();
  std::string log;
  {
    std::stop_callback first(token, [&] { log += "first "; });
    std::stop_callback second(token, [&] { log += "second "; });
    {
      std::stop_callback gone(token, [&] { log += "gone "; });
    }
    std::printf("%d %d ", token.stop_requested(), source.request_stop());
    std::printf("%d %d\n", token.stop_requested(), source.request_stop());
  }
  std::stop_callback late(token, [&] { log += "late"; }); // At once.
  std::puts(log.size() == 17 ? "all" : log.c_str());
  std::printf("%d %d\n", std::stop_token().stop_possible(),
              std::stop_source(std::nostopstate).stop_possible());
  std::mutex mutex;
  std::condition_variable_any changed;
  int items = 2, taken = 0;
  bool wasStopped = false;
  {
    std::jthread worker([&](std::stop_token stop) {
      std::unique_lock lock(mutex);
      while (changed.wait(lock, stop, [&] { return items > 0; })) {
        --items;
        ++taken;
        changed.notify_all();
      }
      wasStopped = stop.stop_requested();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return items == 0; });
  } // Asked to stop and joined.
  std::printf("%d %d\n", taken, wasStopped);
  std::jthread plain([] { std::puts("plain"); });
  plain.join();
  std::printf("%d\n", plain.joinable());
  std::atomic<int> rounds{0};
  std::jthread spinner(
      [&](std::stop_token stop, int by) {
        rounds += by;
        rounds.notify_one();
        std::mutex own;
        std::condition_variable_any never;
        std::unique_lock lock(own);
        never.wait(lock, stop, [] { return false; });
        rounds += by;
      },
      5);
  rounds.wait(0);
  std::jthread other = std::move(spinner);
  std::printf("%d ", other.request_stop());
  other.join();
  std::printf("%d %d\n", rounds.load(), spinner.get_stop_source().stop_possible());
}
