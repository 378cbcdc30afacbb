#include "datalog/diagnostics.h"

#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::datalog {

Place placeOf(const RuleFile &file, std::uint32_t offset) {
  const std::string_view text = file.text;
  offset = std::min<std::uint32_t>(offset, text.size());
  Place place;
  const std::string_view before = text.substr(0, offset);
  place.line = 1 + std::ranges::count(before, '\n');
  const std::size_t lastEnd = before.rfind('\n');
  const std::size_t start = lastEnd == std::string_view::npos ? 0 : lastEnd + 1;
  const std::size_t end = text.find('\n', start);
  place.text = text.substr(start, end == std::string_view::npos ? end : end - start);
  if (place.text.ends_with('\r'))
    place.text.remove_suffix(1);
  for (const char byte : before.substr(start)) // Not the later bytes of a character.
    place.column += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  return place;
}

void Diagnostics::report(Position position, std::string message) {
  ++reports;
  // Rules with several heads or alternatives are looked at several times.
  for (const Error &error : errors)
    if (error.position.file == position.file && error.position.offset == position.offset)
      return;
  if (errors.size() < mostKept)
    errors.push_back({position, std::move(message)});
}

/// The line and a caret, cut around the caret where the line is long.
static std::string snippet(const Place &place, std::size_t bytesBefore) {
  constexpr unsigned most = 100;
  std::string_view line = place.text;
  std::string mark;
  if (bytesBefore > most * 3 / 4) {
    std::size_t cut = bytesBefore - most / 2;
    while (cut < line.size() && (static_cast<unsigned char>(line[cut]) & 0xC0) == 0x80)
      ++cut;
    line.remove_prefix(std::min(cut, line.size()));
    bytesBefore -= std::min(cut, bytesBefore);
    mark = "…";
  }
  const std::string before = mark + support::printable(line.substr(0, bytesBefore));
  const std::string shown = support::cut(mark + support::printable(line), most);
  return fmt::format("{:>5} | {}\n      | {}^\n", place.line, shown,
                     std::string(support::displayWidth(before), ' '));
}

support::Failure Diagnostics::failure() const {
  std::vector<Error> sorted = errors;
  std::ranges::sort(sorted, [](const Error &a, const Error &b) {
    return std::pair(a.position.file, a.position.offset) <
           std::pair(b.position.file, b.position.offset);
  });
  support::Failure failure;
  for (std::size_t i = 0; i < std::min(sorted.size(), mostShown); ++i) {
    const RuleFile &file = files[sorted[i].position.file];
    const Place place = placeOf(file, sorted[i].position.offset);
    const std::size_t before = std::min<std::size_t>(sorted[i].position.offset, file.text.size()) -
                               (place.text.data() - file.text.data());
    const std::string head =
        fmt::format("{}:{}:{}: error: {}", file.name, place.line, place.column, sorted[i].message);
    if (i == 0)
      failure.message = errors.size() == 1 ? "the rules have an error"
                                           : fmt::format("the rules have {} errors", errors.size());
    failure.detail += head + "\n" + snippet(place, std::min(before, place.text.size()));
  }
  if (sorted.size() > mostShown)
    failure.detail += fmt::format("and {} more\n", sorted.size() - mostShown);
  return failure;
}

} // namespace heddle::datalog
