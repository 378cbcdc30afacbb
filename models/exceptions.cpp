// Exceptions as the Itanium ABI has them: thrown objects with their counts, and which ones a thread
// is handling. Finding who catches one is up to the machine.
#include "exceptions.h"

#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <new>

extern "C" [[noreturn]] void __heddle_raise(Exception *exception);

namespace {

/// Of each thread.
struct Handling {
  Exception *caught; ///< The innermost first.
  unsigned uncaught;
};
thread_local Handling handling;

constexpr std::size_t headSize = (sizeof(Exception) + 15) & ~std::size_t{15};

Exception *headOf(void *object) {
  return reinterpret_cast<Exception *>(static_cast<char *>(object) - headSize);
}

/// The end of the thread, which the machine sends through the frames as if it were an exception.
bool isForced(const Exception *head) {
  return !head->type;
}

void destroy(Exception *primary) {
  if (primary->destructor)
    primary->destructor(primary->object);
  std::free(primary);
}

[[noreturn]] void raise(Exception *exception) {
  ++handling.uncaught;
  __heddle_raise(exception);
}

} // namespace

Exception *heldException(void *object) {
  Exception *primary = headOf(object);
  __atomic_fetch_add(&primary->references, 1, __ATOMIC_ACQ_REL);
  return primary;
}

void dropException(void *object) {
  Exception *primary = headOf(object);
  if (__atomic_fetch_sub(&primary->references, 1, __ATOMIC_ACQ_REL) == 1)
    destroy(primary);
}

void *currentException() {
  return handling.caught ? handling.caught->object : nullptr;
}

const std::type_info *typeOfException(void *object) {
  return headOf(object)->type;
}

void raiseAgain(void *object) {
  // Another head for the same object: it may be on its way in several threads at once.
  auto *head = static_cast<Exception *>(std::malloc(sizeof(Exception)));
  *head = Exception{typeOfException(object), object, nullptr, nullptr, nullptr, 0, 0, false};
  raise(head);
}

extern "C" {

void *__cxa_allocate_exception(std::size_t size) noexcept {
  auto *head = static_cast<Exception *>(std::malloc(headSize + size));
  *head = Exception{
      nullptr, reinterpret_cast<char *>(head) + headSize, nullptr, nullptr, nullptr, 0, 0, true};
  return head->object;
}

void __cxa_free_exception(void *object) noexcept {
  std::free(headOf(object));
}

__cxxabiv1::__cxa_refcounted_exception *
__cxxabiv1::__cxa_init_primary_exception(void *object, std::type_info *type,
                                         void (*destructor)(void *)) noexcept {
  Exception *head = headOf(object);
  head->type = type;
  head->destructor = destructor;
  return reinterpret_cast<__cxxabiv1::__cxa_refcounted_exception *>(head);
}

void __cxa_throw(void *object, std::type_info *type, void (*destructor)(void *)) {
  Exception *head = headOf(object);
  head->type = type;
  head->destructor = destructor;
  head->references = 1;
  raise(head);
}

void *__cxa_get_exception_ptr(void *exception) noexcept {
  return static_cast<Exception *>(exception)->adjusted;
}

void *__cxa_begin_catch(void *exception) noexcept {
  auto *head = static_cast<Exception *>(exception);
  // One that is thrown again by `throw;` is still in the list, with fewer than no handlers.
  head->handlers = head->handlers < 0 ? 1 - head->handlers : head->handlers + 1;
  if (!isForced(head))
    --handling.uncaught;
  if (handling.caught != head) {
    head->outer = handling.caught;
    handling.caught = head;
  }
  return head->adjusted;
}

void __cxa_end_catch() {
  Exception *head = handling.caught;
  if (!head)
    return;
  if (head->handlers < 0) { // It goes on: whoever catches it next ends it.
    if (++head->handlers == 0)
      handling.caught = head->outer;
    return;
  }
  if (--head->handlers)
    return;
  if (isForced(head))
    std::abort(); // A thread that ends cannot be kept: "exception not rethrown".
  handling.caught = head->outer;
  void *object = head->object;
  if (!head->isPrimary)
    std::free(head);
  dropException(object);
}

void __cxa_rethrow() {
  Exception *head = handling.caught;
  if (!head)
    std::terminate();
  head->handlers = -head->handlers;
  if (isForced(head))
    __heddle_raise(head);
  raise(head);
}

std::type_info *__cxa_current_exception_type() noexcept {
  return handling.caught ? const_cast<std::type_info *>(handling.caught->type) : nullptr;
}

void __cxa_call_unexpected(void *) {
  std::terminate();
}
void __cxa_bad_cast() {
  throw std::bad_cast();
}
void __cxa_bad_typeid() {
  throw std::bad_typeid();
}
void __cxa_throw_bad_array_new_length() {
  throw std::bad_array_new_length();
}
}

namespace std {

int uncaught_exceptions() noexcept {
  return static_cast<int>(handling.uncaught);
}
bool uncaught_exception() noexcept {
  return handling.uncaught != 0;
}

} // namespace std
