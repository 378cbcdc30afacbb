// throw_with_nested and rethrow_if_nested: a chain of causes, told from the outside in.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

void openFile(const std::string &name) {
  throw std::invalid_argument("no file " + name);
}

void load(const std::string &name) {
  try {
    openFile(name);
  } catch (...) {
    std::throw_with_nested(std::runtime_error("cannot load " + name));
  }
}

struct Plain {
  int code;
};

void start() {
  try {
    load("settings");
  } catch (...) {
    std::throw_with_nested(Plain{7});
  }
}

void tell(const std::exception &error, int depth = 0) {
  std::printf("%*s%s\n", depth * 2, "", error.what());
  try {
    std::rethrow_if_nested(error);
    std::printf("%*sno cause\n", depth * 2, "");
  } catch (const std::exception &cause) {
    tell(cause, depth + 1);
  }
}

int main() {
  try {
    load("data");
  } catch (const std::exception &error) {
    tell(error);
  }
  try {
    start();
  } catch (const Plain &plain) {
    std::printf("plain %d\n", plain.code);
    try {
      std::rethrow_if_nested(plain); // Not polymorphic: nothing happens.
      std::puts("nothing");
      throw;
    } catch (const std::nested_exception &nested) {
      try {
        nested.rethrow_nested();
      } catch (const std::exception &error) {
        tell(error, 1);
      }
    }
  }
}
