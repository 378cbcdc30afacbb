// exception_ptr: kept beyond the handler, thrown again, made without throwing; nested exceptions.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

static std::exception_ptr keep(int i) {
  try {
    if (i % 2)
      throw std::runtime_error("odd " + std::to_string(i));
    throw i;
  } catch (...) {
    return std::current_exception();
  }
}

static void show(const std::exception &error, int level = 0) {
  std::printf("%*s%s\n", 2 * level, "", error.what());
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception &nested) {
    show(nested, level + 1);
  }
}

int main() {
  std::vector<std::exception_ptr> kept;
  for (int i = 0; i < 4; ++i)
    kept.push_back(keep(i));
  kept.push_back(std::make_exception_ptr(std::logic_error("made")));
  kept.push_back(kept[1]);
  for (const std::exception_ptr &one : kept) {
    try {
      std::rethrow_exception(one);
    } catch (const std::exception &error) {
      std::puts(error.what());
    } catch (int n) {
      std::printf("%d\n", n);
    }
  }
  std::printf("%d %d\n", kept[1] == kept[5], std::current_exception() == nullptr);
  try {
    try {
      try {
        throw std::runtime_error("cause");
      } catch (...) {
        std::throw_with_nested(std::logic_error("consequence"));
      }
    } catch (...) {
      std::throw_with_nested(std::runtime_error("end"));
    }
  } catch (const std::exception &error) {
    show(error);
  }
}
