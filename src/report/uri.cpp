#include "report/uri.h"

#include <filesystem>
#include <llvm/ADT/StringExtras.h>

namespace heddle::report {

std::string escapedForUri(std::string_view path) {
  std::string text;
  for (const char c : path) {
    // A colon is left out on purpose: in the first part of a relative path it would end a scheme.
    if (llvm::isAlnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos) {
      text += c;
      continue;
    }
    text += '%';
    text += llvm::hexdigit(static_cast<unsigned char>(c) >> 4);
    text += llvm::hexdigit(static_cast<unsigned char>(c) & 15);
  }
  return text;
}

FileUri uriOf(const std::string &file, const std::string &directory) {
  namespace fs = std::filesystem;
  const fs::path whole = (fs::path(directory) / file).lexically_normal();
  const fs::path relative = whole.lexically_relative(fs::path(directory).lexically_normal());
  if (!relative.empty() && *relative.begin() != ".." && relative != ".")
    return {escapedForUri(relative.string()), true};
  return {"file://" + escapedForUri(whole.string()), false};
}

std::string uriOfDirectory(const std::string &directory) {
  std::string uri = "file://" + escapedForUri(directory);
  if (!uri.ends_with('/'))
    uri += '/';
  return uri;
}

} // namespace heddle::report
