// error_code, error_condition, own categories, system_error.
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

enum class Trouble { none, small, big };
namespace std {
template <> struct is_error_code_enum<Trouble> : true_type {};
} // namespace std

class Category : public std::error_category {
public:
  const char *name() const noexcept override { return "trouble"; }
  std::string message(int code) const override {
    return code == 1 ? "small trouble" : code == 2 ? "big trouble" : "no trouble";
  }
  std::error_condition default_error_condition(int code) const noexcept override {
    return code == 2 ? std::make_error_condition(std::errc::not_enough_memory)
                     : std::error_condition(code, *this);
  }
};
static const Category category;
std::error_code make_error_code(Trouble t) {
  return {int(t), category};
}

int halve(int n, std::error_code &error) {
  error = n % 2 ? Trouble::small : Trouble::none;
  return n / 2;
}

int main() {
  std::error_code error;
  std::printf("%d %d ", halve(8, error), bool(error));
  halve(7, error);
  std::printf("%d %s: %s\n", error.value(), error.category().name(), error.message().c_str());
  error = Trouble::big;
  std::printf("%d %d\n", error == std::errc::not_enough_memory, error == std::errc::io_error);
  try {
    throw std::system_error(Trouble::small, "while testing");
  } catch (const std::system_error &e) {
    std::printf("%s, %d\n", e.what(), e.code() == Trouble::small);
  }
  const std::error_code system(ENOENT, std::generic_category());
  std::printf("%s %s %d\n", system.category().name(), system.message().c_str(),
              system == std::errc::no_such_file_or_directory);
  try {
    throw std::system_error(EACCES, std::system_category());
  } catch (const std::runtime_error &e) {
    std::puts(e.what());
  }
  std::error_code cleared = system;
  cleared.clear();
  std::printf("%d %d\n", bool(cleared), cleared == std::error_code());
}
