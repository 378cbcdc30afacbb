// The exceptions of the standard library, and the functions by which its headers throw them.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

namespace std {

// --- without a text of their own
// ------------------------------------------------------------------

exception::~exception() noexcept = default;
const char *exception::what() const noexcept {
  return "std::exception";
}
bad_exception::~bad_exception() noexcept = default;
const char *bad_exception::what() const noexcept {
  return "std::bad_exception";
}
bad_alloc::~bad_alloc() noexcept = default;
const char *bad_alloc::what() const noexcept {
  return "std::bad_alloc";
}
bad_array_new_length::~bad_array_new_length() noexcept = default;
const char *bad_array_new_length::what() const noexcept {
  return "std::bad_array_new_length";
}
bad_cast::~bad_cast() noexcept = default;
const char *bad_cast::what() const noexcept {
  return "std::bad_cast";
}
bad_typeid::~bad_typeid() noexcept = default;
const char *bad_typeid::what() const noexcept {
  return "std::bad_typeid";
}
bad_function_call::~bad_function_call() noexcept = default;
const char *bad_function_call::what() const noexcept {
  return "bad_function_call";
}
bad_weak_ptr::~bad_weak_ptr() noexcept = default;
const char *bad_weak_ptr::what() const noexcept {
  return "bad_weak_ptr";
}

// --- texts that copies of an exception share
// ---------------------------------------------------------

namespace {

struct Text {
  int references;
};

char *newText(const char *from, size_t length) {
  auto *head = static_cast<Text *>(malloc(sizeof(Text) + length + 1));
  head->references = 1;
  char *text = reinterpret_cast<char *>(head + 1);
  memcpy(text, from, length);
  text[length] = 0;
  return text;
}

Text *headOf(const char *text) {
  return reinterpret_cast<Text *>(const_cast<char *>(text)) - 1;
}

const char *share(const char *text) {
  if (text)
    __atomic_fetch_add(&headOf(text)->references, 1, __ATOMIC_RELAXED);
  return text;
}

void drop(const char *text) {
  if (text && __atomic_fetch_sub(&headOf(text)->references, 1, __ATOMIC_ACQ_REL) == 1)
    free(headOf(text));
}

} // namespace

__cow_string::__cow_string() : _M_p(newText("", 0)) {}
__cow_string::__cow_string(const string &text) : _M_p(newText(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(newText(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) {
  other._M_p = nullptr;
}
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
  const char *fresh = share(other._M_p);
  drop(_M_p);
  _M_p = fresh;
  return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
  swap(_M_p, other._M_p);
  return *this;
}
__cow_string::~__cow_string() {
  drop(_M_p);
}

logic_error::logic_error(const string &text) : _M_msg(text) {}
logic_error::logic_error(const char *text) : _M_msg(text, strlen(text)) {}
logic_error::logic_error(logic_error &&other) noexcept = default;
logic_error &logic_error::operator=(logic_error &&other) noexcept = default;
logic_error::logic_error(const logic_error &other) noexcept = default;
logic_error &logic_error::operator=(const logic_error &other) noexcept = default;
logic_error::~logic_error() noexcept = default;
const char *logic_error::what() const noexcept {
  return _M_msg._M_p ? _M_msg._M_p : "";
}

runtime_error::runtime_error(const string &text) : _M_msg(text) {}
runtime_error::runtime_error(const char *text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(runtime_error &&other) noexcept = default;
runtime_error &runtime_error::operator=(runtime_error &&other) noexcept = default;
runtime_error::runtime_error(const runtime_error &other) noexcept = default;
runtime_error &runtime_error::operator=(const runtime_error &other) noexcept = default;
runtime_error::~runtime_error() noexcept = default;
const char *runtime_error::what() const noexcept {
  return _M_msg._M_p ? _M_msg._M_p : "";
}

#define HEDDLE_ERROR(name, base)                                                                   \
  name::name(const string &text) : base(text) {}                                                   \
  name::name(const char *text) : base(text) {}                                                     \
  name::~name() noexcept = default;
HEDDLE_ERROR(domain_error, logic_error)
HEDDLE_ERROR(invalid_argument, logic_error)
HEDDLE_ERROR(length_error, logic_error)
HEDDLE_ERROR(out_of_range, logic_error)
HEDDLE_ERROR(range_error, runtime_error)
HEDDLE_ERROR(overflow_error, runtime_error)
HEDDLE_ERROR(underflow_error, runtime_error)
#undef HEDDLE_ERROR

// --- throwing
// ---------------------------------------------------------------------------------------

void __throw_bad_exception() {
  throw bad_exception();
}
void __throw_bad_alloc() {
  throw bad_alloc();
}
void __throw_bad_array_new_length() {
  throw bad_array_new_length();
}
void __throw_bad_cast() {
  throw bad_cast();
}
void __throw_bad_typeid() {
  throw bad_typeid();
}
void __throw_bad_function_call() {
  throw bad_function_call();
}
void __throw_logic_error(const char *text) {
  throw logic_error(text);
}
void __throw_domain_error(const char *text) {
  throw domain_error(text);
}
void __throw_invalid_argument(const char *text) {
  throw invalid_argument(text);
}
void __throw_length_error(const char *text) {
  throw length_error(text);
}
void __throw_out_of_range(const char *text) {
  throw out_of_range(text);
}
void __throw_runtime_error(const char *text) {
  throw runtime_error(text);
}
void __throw_range_error(const char *text) {
  throw range_error(text);
}
void __throw_overflow_error(const char *text) {
  throw overflow_error(text);
}
void __throw_underflow_error(const char *text) {
  throw underflow_error(text);
}

void __throw_out_of_range_fmt(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

// --- what happens without a catcher
// --------------------------------------------------------------------

/// The machine calls it, and takes it away when it does: what a handler throws ends the program.
extern "C" {
terminate_handler __heddle_when_terminated;
}
terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&__heddle_when_terminated, handler, __ATOMIC_ACQ_REL);
}
terminate_handler get_terminate() noexcept {
  return __atomic_load_n(&__heddle_when_terminated, __ATOMIC_ACQUIRE);
}

} // namespace std
