// A file that lives in memory only: what clang writes and reads leaves nothing behind on disk,
// however this process ends.
#pragma once

#include "support/outcome.h"

#include <memory>
#include <string>
#include <string_view>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace heddle::frontend {

class MemoryFile {
public:
  static support::Outcome<MemoryFile> create(std::string_view content = {});
  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&other) noexcept;
  ~MemoryFile();

  /// A path under which this process and its children can open the file while this object lives.
  const std::string &path() const { return shownPath; }
  std::unique_ptr<llvm::MemoryBuffer> read() const;
  std::string text() const;

private:
  explicit MemoryFile(int descriptor);

  int descriptor = -1;
  std::string shownPath;
};

} // namespace heddle::frontend
