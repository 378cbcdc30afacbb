// std::exception_ptr and what is built on it: a counted pointer to a thrown object.
#include "exceptions.h"

#include <cxxabi.h>
#include <exception>

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) {
  if (object)
    _M_addref();
}
void exception_ptr::_M_addref() noexcept {
  heldException(_M_exception_object);
}
void exception_ptr::_M_release() noexcept {
  dropException(_M_exception_object);
  _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept {
  return _M_exception_object;
}
const type_info *exception_ptr::__cxa_exception_type() const noexcept {
  return _M_exception_object ? typeOfException(_M_exception_object) : nullptr;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  return exception_ptr(currentException());
}

void rethrow_exception(exception_ptr pointer) {
  if (!pointer)
    std::terminate();
  void *object = pointer._M_get();
  heldException(object); // The pointer goes when the stack is left.
  pointer = nullptr;
  raiseAgain(object);
}

nested_exception::~nested_exception() noexcept = default;

} // namespace std
