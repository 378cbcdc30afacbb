// Walks the debug info's description of a type by byte offsets.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class DIType;
} // namespace llvm

namespace heddle::program {

/// The type without typedefs, const, volatile and _Atomic.
const llvm::DIType *plainType(const llvm::DIType *type);
/// In bytes; 0 if unknown.
std::uint64_t sizeOf(const llvm::DIType *type);
bool isAggregate(const llvm::DIType *type);
bool isArray(const llvm::DIType *type);
bool isReference(const llvm::DIType *type);
/// What a pointer or reference of this type points to; null if it is void or no pointer.
const llvm::DIType *pointee(const llvm::DIType *type);
/// Whether the type is a class of the C++ library.
bool isLibraryType(const llvm::DIType *type);
/// Whether the type is one of pthreads, C11 threads, semaphores or the C++ library's.
bool isSyncType(const llvm::DIType *type);

/// A part of an object: its type and, for an array of several dimensions, how many are fixed.
struct Part {
  const llvm::DIType *type = nullptr;
  unsigned dimension = 0;
};

/// In bytes; 0 if unknown.
std::uint64_t sizeOf(const Part &part);
/// Size of one element of the array in bytes; 0 if the part is no array.
std::uint64_t elementSize(const Part &array);
/// One element of the array.
Part element(const Part &array);
/// Steps from a struct, union or array to what lies at `offset`; adds ".member" or "[index]" to
/// `path` and leaves the rest of the offset. False if there is nothing to step into.
bool stepInto(Part &part, std::uint64_t &offset, std::string &path);

} // namespace heddle::program
