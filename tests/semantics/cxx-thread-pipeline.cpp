// Threads that own their data: a pipeline of stages, map and reduce, exceptions carried home.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

template <class T> class Channel {
public:
  void send(T value) {
    std::lock_guard<std::mutex> guard(mutex);
    items.push(std::move(value));
    changed.notify_one();
  }
  void close() {
    std::lock_guard<std::mutex> guard(mutex);
    isClosed = true;
    changed.notify_all();
  }
  std::optional<T> receive() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return isClosed || !items.empty(); });
    if (items.empty())
      return std::nullopt;
    T value = std::move(items.front());
    items.pop();
    return value;
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<T> items;
  bool isClosed = false;
};

int main() {
  Channel<std::unique_ptr<int>> numbers;
  Channel<std::string> texts;
  std::thread source([&] {
    for (int i = 1; i < 6; ++i)
      numbers.send(std::make_unique<int>(i * i));
    numbers.close();
  });
  std::thread middle([&] {
    while (auto number = numbers.receive())
      texts.send("<" + std::to_string(**number) + ">");
    texts.close();
  });
  std::string all;
  while (auto text = texts.receive())
    all += *text;
  source.join();
  middle.join();
  std::puts(all.c_str());
  const std::vector<std::string> pages{"a b a", "b c", "a c c"};
  std::vector<std::map<char, int>> counts(pages.size());
  std::vector<std::exception_ptr> errors(pages.size());
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < pages.size(); ++i)
    workers.emplace_back([&, i] {
      try {
        for (char c : pages[i])
          if (c != ' ')
            ++counts[i][c];
        if (i == 1)
          throw std::runtime_error("page " + std::to_string(i));
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  std::for_each(workers.begin(), workers.end(), std::mem_fn(&std::thread::join));
  std::map<char, int> total;
  for (const auto &each : counts)
    for (auto [c, n] : each)
      total[c] += n;
  for (auto [c, n] : total)
    std::printf("%c%d ", c, n);
  for (const std::exception_ptr &error : errors)
    if (error)
      try {
        std::rethrow_exception(error);
      } catch (const std::exception &e) {
        std::puts(e.what());
      }
}
