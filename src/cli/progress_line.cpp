#include "cli/progress_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace heddle::cli {

std::string shortNumber(std::uint64_t number) {
  if (number < 1000)
    return std::to_string(number);
  constexpr std::array<char, 4> units = {'k', 'M', 'G', 'T'};
  auto value = static_cast<double>(number);
  std::size_t unit = 0;
  for (value /= 1000; value >= 999.5 && unit + 1 < units.size(); ++unit)
    value /= 1000;
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, units[unit]);
}

std::string shortTime(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  if (seconds < 10 * minute)
    return fmt::format("{:.0f} s", seconds);
  return seconds < 2 * hour ? fmt::format("{:.0f} min", seconds / minute)
                            : fmt::format("{:.1f} h", seconds / hour);
}

double ProgressLine::rate() const {
  const auto &[since, before] = seen.front();
  const auto &[until, now] = seen.back();
  return until > since && now > before ? static_cast<double>(now - before) / (until - since) : 0;
}

std::string ProgressLine::text(const explore::Progress &progress, double seconds, double limit,
                               unsigned width) {
  constexpr std::size_t lines = 10;
  seen.emplace_back(seconds, progress.executions.load());
  if (seen.size() > lines)
    seen.pop_front();
  struct Part {
    std::string text;
    unsigned weight; ///< The lightest is left out first.
  };
  std::vector<Part> parts = {
      {shortNumber(seen.back().second) + " executions", 5},
      {shortNumber(static_cast<std::uint64_t>(rate())) + "/s", 3},
      {shortNumber(progress.states.load()) + " states", 2},
      {shortNumber(progress.pruned.load()) + " pruned", 0},
      {"depth " + shortNumber(progress.depth.load()), 1},
      {shortTime(std::max(0.0, limit - seconds)) + " left", 4},
  };
  const auto joined = [&] {
    std::vector<std::string> texts;
    for (const Part &part : parts)
      texts.push_back(part.text);
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  // The last column stays free: some terminals go on to the next line when it is written to.
  while (parts.size() > 1 && joined().size() >= width)
    parts.erase(std::ranges::min_element(parts, {}, &Part::weight));
  return joined().substr(0, width > 0 ? width - 1 : 0);
}

} // namespace heddle::cli
