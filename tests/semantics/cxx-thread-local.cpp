// thread_local variables with constructors and destructors, one for each thread.
#include <cstdio>
#include <string>
#include <thread>

struct Counter {
  int n = 0;
  Counter() { std::puts("made"); }
  ~Counter() { std::printf("gone with %d\n", n); }
};
thread_local Counter counter;
thread_local int plain = 5;
static thread_local std::string text = "start";

static int &local() {
  static thread_local int calls = 10;
  return ++calls;
}

static void work(int times) {
  for (int i = 0; i < times; ++i)
    ++counter.n;
  plain += times;
  text += std::to_string(times);
  local();
  std::printf("%d %d %s %d\n", counter.n, plain, text.c_str(), local());
}

int main() {
  work(1);
  std::thread(work, 2).join();
  std::thread([] { plain = 0; std::puts("untouched"); }).join();
  work(3);
}
