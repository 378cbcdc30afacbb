// Exceptions: where a thrown one goes. The models make and count exceptions
// (models/exceptions.cpp); here frames are searched for whoever catches one, and left.
#pragma once

#include "vm/executor.h"

#include <optional>
#include <vector>

namespace heddle::vm {

/// What waits for exceptions of a call: a landing pad with its clauses.
struct LandingPad {
  struct Clause {
    bool isFilter = false;      ///< Catches what is none of the types, instead of the first.
    std::vector<Address> types; ///< Of their type_info; 0 for everything.
  };
  std::vector<Clause> clauses;
  bool isCleanup = false;
  std::uint32_t dst = 0; ///< Registers for the exception and for which clause takes it.
  std::uint32_t at = 0;  ///< Where in the code of the function it begins.
};

/// What the models say of an exception, at its address.
struct Thrown {
  Address type = 0;
  Address object = 0;
  Address adjusted = 0; ///< The object as its catcher sees it.

  /// Not an exception but the end of the thread: destructors and `catch (...)` see it, which must
  /// throw it on.
  bool isForced() const { return !type; }
};

/// What `llvm.eh.typeid.for` gives for a type, and a landing pad that catches it.
std::int32_t selectorOf(Address type);

/// Whether a catcher of `wanted` takes an object of type `thrown`, and where it then finds it.
std::optional<Address> caughtAs(Executor &x, Address wanted, Address thrown, Address object);

/// The name of a type by its type_info, for people.
std::string typeName(const Executor &x, Address type);

/// Leaves frames, from the running one (or with `isGoingOn` its caller) on, to the first that cares
/// about the exception at this address. Without anybody to catch it, it is a finding. False if the
/// thread has stopped.
bool raise(Executor &x, const Inst *pc, Address exception, bool isGoingOn);

/// Calls what std::set_terminate was given, once; when it returns, the instruction that ends the
/// program runs again. False if there is none.
bool callTerminateHandler(Executor &x);

/// Leaves all frames of the running thread, and then ends it. False if the thread has stopped.
bool leaveByForce(Executor &x, const Inst *pc);

/// Whether some frame of the running thread has something to do when an exception leaves it.
bool hasPads(const Executor &x);

} // namespace heddle::vm
