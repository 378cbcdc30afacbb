// Marks: calls before the operations of a program that tell that a thread comes by. The VM and the
// real machine count the same ones, so a number of marks is a place in a run for both.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class CallInst;
class Instruction;
class Module;
} // namespace llvm

namespace heddle::native {

/// Puts a mark before every operation of the module that others may see, and every call. The same
/// module always gets the same marks, numbered from 0.
void addMarks(llvm::Module &module);

/// The marks of a module by their numbers.
std::vector<llvm::CallInst *> marksOf(llvm::Module &module);

/// What the mark stands before.
llvm::Instruction &markedBy(llvm::CallInst &mark);

} // namespace heddle::native
