#include "report/kinds.h"

#include <algorithm>
#include <array>

namespace heddle::report {
namespace {

constexpr std::array<Kind, 24> all = {{
    {"assertion", "An assertion does not hold.", 617},
    {"abort", "The program aborts.", 0},
    {"reach-error", "A place that must not be reached is reached.", 0},
    {"deadlock", "Threads wait for each other, and none can go on.", 833},
    {"lost-wakeup", "A thread waits for a notification that has been given or never comes.", 833},
    {"hang", "Threads go round for ever without getting anywhere.", 835},
    {"data-race",
     "Two threads access the same memory, one of them writes, and nothing orders the accesses.",
     362},
    {"out-of-bounds", "An access is outside of its object.", 119},
    {"use-after-free", "Memory is used after it was given back.", 416},
    {"double-free", "Memory is given back twice.", 415},
    {"invalid-free", "What is given back was not allocated so.", 590},
    {"null-pointer", "A null pointer is used to access memory.", 476},
    {"invalid-pointer", "A pointer that points to no object is used to access memory.", 824},
    {"uninitialised", "What the program does depends on memory that was never written.", 457},
    {"division-by-zero", "An integer is divided by zero.", 369},
    {"shift", "A shift is negative or at least as wide as what is shifted.", 758},
    {"overflow", "The result of signed arithmetic does not fit.", 190},
    {"leak", "Memory can no longer be reached and was not given back.", 401},
    {"lock-misuse", "A lock, condition variable or other synchronisation is misused.", 667},
    {"thread-misuse", "A thread is joined, detached or otherwise handled as it must not be.", 0},
    {"uncaught-exception", "An exception is not caught.", 248},
    {"unreachable", "Code that the compiler was promised is never reached is reached.", 758},
    {"target", "Threads stand at the places that were looked for.", 0},
    {"reads-from", "A read sees what a certain write left, as a test expects it to.", 0},
}};

} // namespace

std::span<const Kind> kinds() {
  return all;
}

std::optional<std::size_t> kindNumber(std::string_view name) {
  const auto *const found = std::ranges::find(all, name, &Kind::name);
  if (found == all.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

} // namespace heddle::report
