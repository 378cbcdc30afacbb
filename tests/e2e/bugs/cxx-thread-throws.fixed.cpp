// RUN: %expect %s
// The thread hands its exception to whoever joins it.
// EXPECT: safe
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> requests;

static void serve(std::exception_ptr &failure) {
  try {
    if (++requests == 2)
      throw std::runtime_error("overloaded");
  } catch (...) {
    failure = std::current_exception();
  }
}

int main() {
  std::exception_ptr failures[2];
  std::thread a(serve, std::ref(failures[0])), b(serve, std::ref(failures[1]));
  a.join();
  b.join();
  int caught = 0;
  for (const std::exception_ptr &failure : failures)
    try {
      if (failure)
        std::rethrow_exception(failure);
    } catch (const std::runtime_error &error) {
      assert(error.what() == std::string("overloaded"));
      ++caught;
    }
  assert(caught == 1);
}
