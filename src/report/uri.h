// Files as URIs, for formats that name them so.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

/// Whatever may not stand in the path of a URI becomes %XX.
std::string escapedForUri(std::string_view path);

struct FileUri {
  std::string uri;
  bool isRelative = false; ///< To the directory it was asked about.
};
/// Relative for what is below `directory`, an absolute path; `file://` for the rest.
FileUri uriOf(const std::string &file, const std::string &directory);

/// "file:///home/me/", with the slash that a base needs.
std::string uriOfDirectory(const std::string &directory);

} // namespace heddle::report
