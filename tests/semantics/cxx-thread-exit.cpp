// A thread that ends by pthread_exit or a cancellation leaves its functions: destructors run, and
// catch (...) sees it and must throw it on.
#include <cstdio>
#include <exception>
#include <memory>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>

static std::string log;

struct Noisy {
  std::string name;
  explicit Noisy(std::string n) : name(std::move(n)) {}
  ~Noisy() {
    log += "-" + name + " ";
    try { // A whole exception within a destructor that runs because the thread ends.
      if (name == "throwing")
        throw std::runtime_error("inner");
    } catch (const std::runtime_error &error) {
      log += std::string(error.what()) + " ";
    }
  }
};

static void deep(int depth) {
  Noisy noisy("deep" + std::to_string(depth));
  if (depth)
    deep(depth - 1);
  else
    pthread_exit(reinterpret_cast<void *>(7));
}

static void *typed(void *) {
  Noisy outer("outer");
  try {
    Noisy inner("throwing");
    deep(1);
  } catch (const std::exception &) {
    log += "never ";
  } catch (int) {
    log += "never ";
  }
  return nullptr;
}

static void *catchesAll(void *) {
  try {
    Noisy inner("inner");
    deep(0);
  } catch (...) {
    log += std::current_exception() ? "caught exception " : "caught ";
    throw;
  }
  return nullptr;
}

static void *cancelled(void *) {
  Noisy outer("cancelled");
  auto owned = std::make_unique<Noisy>("owned");
  while (true)
    pthread_testcancel();
  return nullptr;
}

static void *handled(void *) {
  try {
    throw 5;
  } catch (int n) {
    Noisy noisy("in a handler");
    pthread_exit(reinterpret_cast<void *>(static_cast<long>(n)));
  }
  return nullptr;
}

template <class F> static void run(const char *what, F start, bool cancels = false) {
  log.clear();
  pthread_t thread;
  pthread_create(&thread, nullptr, start, nullptr);
  if (cancels)
    pthread_cancel(thread);
  void *result = nullptr;
  pthread_join(thread, &result);
  std::printf("%s: %s%ld\n", what, log.c_str(), reinterpret_cast<long>(result));
}

int main() {
  run("typed", typed);
  run("catches all", catchesAll);
  run("cancelled", cancelled, true);
  run("handled", handled);
  log.clear();
  std::thread([noisy = std::make_shared<Noisy>("captured")] { deep(0); }).join();
  std::printf("std::thread: %s\n", log.c_str());
}
