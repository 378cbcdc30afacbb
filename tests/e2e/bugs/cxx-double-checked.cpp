// RUN: %expect %s
// Double-checked locking with a plain pointer.
// EXPECT: data-race
#include <mutex>
#include <string>
#include <thread>

static std::string *instance;
static std::mutex mutex;

static std::string &get() {
  if (!instance) { // BUG: data-race
    std::lock_guard<std::mutex> guard(mutex);
    if (!instance)
      instance = new std::string("the one"); // BUG: data-race
  }
  return *instance; // BUG-MAYBE: data-race
}

int main() {
  std::thread a([] { get().size(); }); // BUG-MAYBE: data-race
  std::thread b([] { get().size(); }); // BUG-MAYBE: data-race
  a.join();
  b.join();
  delete instance;
}
