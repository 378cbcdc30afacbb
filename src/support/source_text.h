// Lines of source files, read once and kept.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::support {

class SourceText {
public:
  /// Line `number` (from 1) of `file` without its end of line; nothing if there is no such line.
  std::optional<std::string_view> line(const std::string &file, unsigned number) const;

private:
  struct File {
    std::string text;
    std::vector<std::string_view> lines;
  };
  const File &load(const std::string &file) const;

  mutable std::map<std::string, File> files;
};

} // namespace heddle::support
