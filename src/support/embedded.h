// Files that are part of the binary, so that an installed heddle needs no source tree.
#pragma once

#include <span>
#include <string_view>

namespace heddle::support {

struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

} // namespace heddle::support
