#include "report/snippet.h"

#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {

std::string snippet(const Place &place, const support::SourceText &sources, unsigned width,
                    const Paint &paint) {
  constexpr unsigned margin = 8; // "   12 | "
  const auto line = place.file.empty() ? std::nullopt : sources.line(place.file, place.line);
  if (!line)
    return {};
  const unsigned room = std::max(width, margin + 20) - margin;
  std::string text = support::printable(*line);
  // Columns count bytes, from 1.
  unsigned at = place.column == 0 ? 0
                                  : support::displayWidth(support::printable(line->substr(
                                        0, std::min<std::size_t>(place.column - 1, line->size()))));
  if (support::displayWidth(text) > room && at > room / 2) {
    const unsigned dropped = at - room / 2;
    std::string_view rest = text;
    unsigned gone = 0;
    while (!rest.empty() && gone < dropped) {
      std::size_t length = 1;
      while (length < rest.size() && (rest[length] & 0xc0) == 0x80)
        ++length;
      gone += support::displayWidth(rest.substr(0, length));
      rest.remove_prefix(length);
    }
    text = "…" + std::string(rest);
    at = at - gone + 1;
  }
  std::string out = fmt::format("{}{}\n", paint.dim(fmt::format("{:5} | ", place.line)),
                                support::cut(text, room));
  if (place.column != 0)
    out += fmt::format("{}{}{}\n", paint.dim("      | "), std::string(at, ' '), paint.good("^"));
  return out;
}

} // namespace heddle::report
