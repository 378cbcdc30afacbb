// Outcome<T>: a value, or a message for the user that says why there is none.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace heddle::support {

/// Why something could not be done. The message starts lower-case, names the file or thing that is
/// wrong and has no final period. `detail` is printed as it is after it (a compiler's diagnostics).
struct Failure {
  std::string message;
  std::string detail;
};

template <class T> class [[nodiscard]] Outcome {
public:
  Outcome(T value) : content(std::in_place_index<0>, std::move(value)) {}
  Outcome(Failure failure) : content(std::in_place_index<1>, std::move(failure)) {}

  explicit operator bool() const { return content.index() == 0; }
  T &operator*() { return get(); }
  const T &operator*() const { return get(); }
  T *operator->() { return &get(); }
  const T *operator->() const { return &get(); }
  const Failure &failure() const {
    assert(content.index() == 1 && "an outcome with a value has no failure");
    return std::get<1>(content);
  }

private:
  T &get() {
    assert(content.index() == 0 && "the failure of an outcome was not looked at");
    return std::get<0>(content);
  }
  const T &get() const { return const_cast<Outcome *>(this)->get(); }

  std::variant<T, Failure> content;
};

/// An outcome with nothing to hand over.
using Done = Outcome<std::monostate>;
inline Done done() {
  return std::monostate{};
}

} // namespace heddle::support
