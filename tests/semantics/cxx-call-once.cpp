// call_once: once for all threads, anew after an exception, with arguments, of members.
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

class Settings {
public:
  const std::string &get() {
    std::call_once(isLoaded, &Settings::load, this, "default");
    return *text;
  }
  int loads() const { return count; }

private:
  void load(const char *name) {
    ++count;
    text = std::make_unique<std::string>(name);
  }
  std::once_flag isLoaded;
  std::unique_ptr<std::string> text;
  int count = 0;
};

int main() {
  Settings settings;
  std::atomic<int> same{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] { same += settings.get() == "default"; });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d %d\n", same.load(), settings.loads());
  std::once_flag flag;
  int tries = 0;
  for (int i = 0; i < 5; ++i)
    try {
      std::call_once(flag, [&] {
        if (++tries < 3)
          throw std::runtime_error("try " + std::to_string(tries));
        std::printf("done at %d\n", tries);
      });
    } catch (const std::runtime_error &error) {
      std::puts(error.what());
    }
  std::printf("%d\n", tries);
  std::once_flag outer, inner;
  std::call_once(outer, [&] {
    std::call_once(inner, [](int a, int b) { std::printf("%d\n", a + b); }, 3, 4);
  });
  std::call_once(inner, [] { std::puts("never"); });
}
