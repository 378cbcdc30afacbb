// What the library functions that lock and unlock do.
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
} // namespace llvm
namespace heddle::program {
class Program;
}

namespace heddle::analysis {

/// How a lock is held. Who holds it for reading keeps out only those who want it for writing.
enum class LockMode : std::uint8_t { Exclusive, Reading };

struct LockOperation {
  enum Kind : std::uint8_t {
    Acquire, ///< Returns with the lock held.
    Try,     ///< Holds it if 0 is returned. May take its time, but does not wait for ever.
    Release, ///< Of a lock that is held in whichever mode.
    Wait,    ///< Releases the lock and comes back with it.
  } kind = Acquire;
  static constexpr unsigned atomic = ~0u;
  unsigned argument = 0; ///< Which one is the lock; `atomic` for the lock around atomic sections.
  LockMode mode = LockMode::Exclusive;
  bool hasModes = false; ///< A read-write lock.
};

/// Nothing for functions that are no such operation, among them those with a body of the user's.
std::optional<LockOperation> lockOperationOf(const program::Program &program,
                                             const llvm::Function &function);

} // namespace heddle::analysis
