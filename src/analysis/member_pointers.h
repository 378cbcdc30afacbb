// Pointers to member functions, as the Itanium C++ ABI has them: two words, of which the first is a
// function, or one more than the offset in the table of virtual functions, and the second what to
// add to `this`.
//
// To say that an object may be entered anywhere because `this` is shifted by a number from memory
// costs all knowledge about its fields. So the module is asked whether any pointer to a member can
// have such a number: they come from constants, and from conversions, which insert the sum. It
// stays silent about those that a program puts together as words.
#pragma once

namespace llvm {
class Module;
class Value;
} // namespace llvm

namespace heddle::analysis {

class MemberPointers {
public:
  explicit MemberPointers(const llvm::Module &module);

  /// Whether the value is what is added to `this`, and is zero.
  bool isNoShift(const llvm::Value &value) const;
  /// Whether the value is an offset in a table of virtual functions by a pointer to a member, and
  /// there are none of virtual functions.
  bool isNoOffset(const llvm::Value &value) const;

private:
  bool mayShift = false;
  bool mayBeVirtual = false;
};

} // namespace heddle::analysis
