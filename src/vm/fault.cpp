#include "vm/fault.h"

#include <array>

namespace heddle::vm {

namespace {

struct Entry {
  std::string_view name;
  std::string_view property;
};

constexpr std::array<Entry, faultKinds> table = {{
    {"assertion", "assertion"},    {"abort", "assertion"},      {"reach-error", "assertion"},
    {"deadlock", "deadlock"},      {"lost-wakeup", "deadlock"}, {"hang", "hang"},
    {"data-race", "race"},         {"out-of-bounds", "memory"}, {"use-after-free", "memory"},
    {"double-free", "memory"},     {"invalid-free", "memory"},  {"null-pointer", "memory"},
    {"invalid-pointer", "memory"}, {"uninitialised", "memory"}, {"division-by-zero", "arithmetic"},
    {"shift", "arithmetic"},       {"overflow", "overflow"},    {"leak", "leak"},
    {"lock-misuse", "misuse"},     {"thread-misuse", "misuse"}, {"uncaught-exception", "exception"},
    {"unreachable", "assertion"},
}};

} // namespace

std::string_view name(FaultKind kind) {
  return table[static_cast<unsigned>(kind)].name;
}
std::string_view propertyOf(FaultKind kind) {
  return table[static_cast<unsigned>(kind)].property;
}

} // namespace heddle::vm
