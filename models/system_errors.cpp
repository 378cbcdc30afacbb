// Error codes with their categories, and std::system_error.
#include <cstring>
#include <future>
#include <ios>
#include <system_error>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}
__cow_string error_category::_M_message(int value) const {
  const string text = message(value);
  return __cow_string(text.data(), text.size());
}

} // namespace _V2

namespace {

class Generic : public error_category {
public:
  const char *name() const noexcept override { return "generic"; }
  string message(int value) const override { return strerror(value); }
};

class System : public error_category {
public:
  const char *name() const noexcept override { return "system"; }
  string message(int value) const override { return strerror(value); }
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition(value, generic_category());
  }
};

class Future : public error_category {
public:
  const char *name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (static_cast<future_errc>(value)) {
    case future_errc::promise_already_satisfied:
      return "Promise already satisfied";
    case future_errc::future_already_retrieved:
      return "Future already retrieved";
    case future_errc::no_state:
      return "No associated state";
    case future_errc::broken_promise:
      return "Broken promise";
    default:
      return "Unknown error";
    }
  }
};

class Stream : public error_category {
public:
  const char *name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return value == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

[[clang::no_destroy]] const Generic generic;
[[clang::no_destroy]] const System ofSystem;
[[clang::no_destroy]] const Future ofFutures;
[[clang::no_destroy]] const Stream ofStreams;

} // namespace

inline namespace _V2 {
const error_category &generic_category() noexcept {
  return generic;
}
const error_category &system_category() noexcept {
  return ofSystem;
}
} // namespace _V2
const error_category &future_category() noexcept {
  return ofFutures;
}
const error_category &iostream_category() noexcept {
  return ofStreams;
}

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;
future_error::~future_error() noexcept = default;
const char *future_error::what() const noexcept {
  return logic_error::what();
}

void __throw_system_error(int number) {
  throw system_error(error_code(number, generic_category()));
}
void __throw_future_error(int number) {
  throw future_error(make_error_code(static_cast<future_errc>(number)));
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept = default;
const char *ios_base::failure::what() const noexcept {
  return system_error::what();
}
void __throw_ios_failure(const char *text) {
  throw ios_base::failure(text);
}
void __throw_ios_failure(const char *text, int number) {
  throw ios_base::failure(text, error_code(number, generic_category()));
}

} // namespace std
