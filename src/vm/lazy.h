// Lazy pointers (paper 001's complex data): their target is decided at their first use. It is null,
// a new object of the type or of one derived from it, or one that was made for another pointer.
//
// Such a pointer is an input that no condition depends on until it is decided. Copying it is no
// use.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// Makes the pointer at an address lazy.
void makeLazy(Executor &x, Address at, const program::ObjectFamily &family);
/// What a pointer to the type of that name may point to; null if the program has no such type.
const program::ObjectFamily *lazyFamily(Executor &x, const std::string &name);
/// Decides every lazy pointer that an expression depends on; false if the thread stops.
bool resolveLazies(Executor &x, const Inst *pc, expr::Ref node);
/// Whether an expression depends on nothing but lazy pointers that were decided.
bool isPlainNow(const Executor &x, expr::Ref node);

} // namespace heddle::vm
