// A thrown object's head, which the machine knows the first three members of.
#pragma once

#include <cstddef>
#include <typeinfo>

struct Exception {
  const std::type_info *type;
  void *object;
  void *adjusted; ///< The object as its catcher sees it; the machine sets it.
  void (*destructor)(void *);
  Exception *outer; ///< The one that was being handled when this one was caught.
  int handlers;     ///< Catch blocks it is in; negative while it is thrown again.
  int references;   ///< To the object: exception_ptr and heads.
  bool isPrimary;   ///< The head in front of the object, not one of std::rethrow_exception.
};

/// One more, or one less, who needs the object.
Exception *heldException(void *object);
void dropException(void *object);
/// The object that is being handled; null if there is none.
void *currentException();
const std::type_info *typeOfException(void *object);
/// Throws it in this thread, with a reference that the caller has made.
[[noreturn]] void raiseAgain(void *object);
