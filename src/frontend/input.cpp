#include "frontend/input.h"

#include <cctype>
#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <optional>
#include <unistd.h>

namespace heddle::frontend {

namespace {

std::optional<InputKind> kindByName(llvm::StringRef file) {
  return llvm::StringSwitch<std::optional<InputKind>>(llvm::sys::path::extension(file))
      .Cases(".c", ".i", InputKind::C)
      .Cases(".cc", ".cpp", ".cxx", ".C", ".c++", ".ii", InputKind::Cxx)
      .Cases(".ll", ".bc", InputKind::Ir)
      .Default(std::nullopt);
}

} // namespace

std::string lowered(std::string_view message) {
  std::string text(message);
  if (!text.empty())
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (text.ends_with('.') || text.ends_with('\n'))
    text.pop_back();
  return text;
}

support::Outcome<InputKind> classify(const std::string &file) {
  using support::Failure;
  llvm::sys::fs::file_status status;
  if (const std::error_code error = llvm::sys::fs::status(file, status)) {
    if (error == std::errc::no_such_file_or_directory)
      return Failure{fmt::format("{}: no such file", file),
                     kindByName(file)
                         ? ""
                         : "arguments of the program go after --args, flags for the compiler "
                           "after --"};
    return Failure{fmt::format("{}: cannot be read: {}", file, lowered(error.message())), {}};
  }
  if (llvm::sys::fs::is_directory(status))
    return Failure{fmt::format("{}: is a directory; name its source files, or pass -p with the "
                               "directory of a compile_commands.json",
                               file),
                   {}};
  const std::optional<InputKind> kind = kindByName(file);
  if (!kind)
    return Failure{fmt::format("{}: unknown kind of file; known are .c .i .cc .cpp .cxx .C .c++ "
                               ".ii .ll .bc",
                               file),
                   {}};
  int descriptor = -1;
  if (const std::error_code error = llvm::sys::fs::openFileForRead(file, descriptor))
    return Failure{fmt::format("{}: cannot be read: {}", file, lowered(error.message())), {}};
  ::close(descriptor);
  return *kind;
}

} // namespace heddle::frontend
