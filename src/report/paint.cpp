#include "report/paint.h"

#include <fmt/format.h>

namespace heddle::report {

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return on && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

} // namespace heddle::report
