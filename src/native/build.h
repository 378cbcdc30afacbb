// Builds the program for a native replay: the instrumented module and the runtime, by clang.
#pragma once

#include "native/instrument.h"
#include "support/outcome.h"

#include <string>

namespace heddle::native {

/// A directory of its own for one replay. It is removed with its contents, unless it is kept.
class Workshop {
public:
  /// `keep` names a directory to be made and kept; empty for a temporary one.
  static support::Outcome<Workshop> open(const std::string &keep);
  Workshop(Workshop &&other) noexcept;
  Workshop &operator=(Workshop &&) = delete;
  ~Workshop();

  std::string path(const std::string &name) const { return directory + "/" + name; }
  support::Done write(const std::string &name, std::string_view bytes) const;

private:
  Workshop(std::string directory, bool isKept) : directory(std::move(directory)), isKept(isKept) {}
  std::string directory;
  bool isKept;
};

/// From the bitcode of the user module to `program` in the workshop.
support::Done build(const Workshop &workshop, const std::string &userCode, const std::string &entry,
                    vm::FaultKind kind, bool tellsGlobals = false);

/// Whether findings of this kind are seen by AddressSanitizer.
bool needsAddressSanitizer(vm::FaultKind kind);

} // namespace heddle::native
