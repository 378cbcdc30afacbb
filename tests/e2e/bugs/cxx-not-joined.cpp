// RUN: %expect %s
// An exception leaves the scope of a std::thread before it is joined.
// EXPECT: thread-misuse
#include <stdexcept>
#include <thread>

static void parse(bool isGood) {
  if (!isGood)
    throw std::runtime_error("bad");
}

int main() {
  try {
    std::thread worker([] {});
    parse(false);
    worker.join();
  } catch (const std::runtime_error &) { // BUG: thread-misuse
  }
}
