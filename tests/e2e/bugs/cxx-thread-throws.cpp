// RUN: %expect %s
// An exception leaves the function of a thread, which ends the program.
// EXPECT: uncaught-exception
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> requests;

static void serve() {
  if (++requests == 2)
    throw std::runtime_error("overloaded"); // BUG: uncaught-exception
}

int main() {
  std::thread a(serve), b(serve);
  a.join();
  b.join();
}
