// Rethrowing, nested handlers, exceptions thrown by handlers, by-reference changes that stay.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Error : std::runtime_error {
  int level = 0;
  using std::runtime_error::runtime_error;
};

static void inner() {
  try {
    throw Error("first");
  } catch (Error &error) {
    ++error.level;
    throw;
  }
}

static void middle() {
  try {
    inner();
  } catch (std::runtime_error &error) {
    std::printf("middle: %s\n", error.what());
    static_cast<Error &>(error).level += 10;
    throw;
  }
}

static void replace() {
  try {
    middle();
  } catch (const Error &error) {
    try {
      throw std::string("second");
    } catch (const std::string &text) {
      std::printf("inside: %s, outside: %s %d\n", text.c_str(), error.what(), error.level);
    }
    std::printf("uncaught %d\n", std::uncaught_exceptions());
    throw std::logic_error("third");
  }
}

struct Guard {
  ~Guard() {
    std::printf("unwinding %d\n", std::uncaught_exceptions());
    try {
      throw 1;
    } catch (int) {
      std::printf("within %d\n", std::uncaught_exceptions());
    }
  }
};

int main() {
  try {
    replace();
  } catch (const std::logic_error &error) {
    std::printf("main: %s\n", error.what());
  }
  try {
    Guard guard;
    throw 2;
  } catch (int n) {
    std::printf("main: %d\n", n);
  }
  for (int i = 0; i < 3; ++i)
    try {
      try {
        if (i == 1)
          throw i;
        if (i == 2)
          throw std::to_string(i);
      } catch (int n) {
        std::printf("int %d\n", n);
        throw;
      }
      std::puts("fine");
    } catch (...) {
      std::puts("all");
    }
}
