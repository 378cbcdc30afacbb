#include "frontend/memory_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace heddle::frontend {

namespace {

bool writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace

MemoryFile::MemoryFile(int descriptor)
    : descriptor(descriptor), shownPath(fmt::format("/proc/{}/fd/{}", ::getpid(), descriptor)) {}

MemoryFile::MemoryFile(MemoryFile &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)), shownPath(std::move(other.shownPath)) {}

MemoryFile &MemoryFile::operator=(MemoryFile &&other) noexcept {
  std::swap(descriptor, other.descriptor);
  std::swap(shownPath, other.shownPath);
  return *this;
}

MemoryFile::~MemoryFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

support::Outcome<MemoryFile> MemoryFile::create(std::string_view content) {
  const int descriptor = ::memfd_create("heddle", MFD_CLOEXEC);
  if (descriptor < 0)
    return support::Failure{fmt::format("cannot create a temporary file in memory: {}",
                                        std::generic_category().message(errno)),
                            {}};
  MemoryFile file(descriptor);
  if (!writeAll(descriptor, content))
    return support::Failure{fmt::format("cannot write a temporary file in memory: {}",
                                        std::generic_category().message(errno)),
                            {}};
  return file;
}

std::unique_ptr<llvm::MemoryBuffer> MemoryFile::read() const {
  auto buffer = llvm::MemoryBuffer::getFile(shownPath);
  return buffer ? std::move(*buffer) : llvm::MemoryBuffer::getMemBuffer("");
}

std::string MemoryFile::text() const {
  return read()->getBuffer().str();
}

} // namespace heddle::frontend
