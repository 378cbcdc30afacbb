#include "datalog/domain.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

namespace heddle::datalog {

std::optional<std::string> Domain::canonical(std::string_view text) const {
  if (baseType == BaseType::Symbol)
    return std::string(text);
  const bool isNegative = text.starts_with('-');
  if (isNegative)
    text.remove_prefix(1);
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0b")) {
    radix = text[1] == 'x' ? 16 : 2;
    text.remove_prefix(2);
  } else if (text.ends_with('u') && baseType == BaseType::Unsigned) {
    text.remove_suffix(1);
  }
  std::uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), magnitude, radix);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (baseType == BaseType::Unsigned
          ? (isNegative && magnitude) || magnitude > std::numeric_limits<std::uint32_t>::max()
          : magnitude > most + isNegative)
    return std::nullopt;
  return (isNegative && magnitude ? "-" : "") + std::to_string(magnitude);
}

std::optional<ValueId> Domain::find(std::string_view text) const {
  const auto written = canonical(text);
  const auto found = written ? ids.find(*written) : ids.end();
  return found == ids.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ValueId> Domain::intern(std::string_view text) {
  auto written = canonical(text);
  if (!written)
    return std::nullopt;
  const auto [entry, isNew] = ids.try_emplace(*written, size());
  if (isNew)
    texts.push_back(std::move(*written));
  return entry->second;
}

std::vector<std::uint32_t> Domain::ranks() const {
  std::vector<ValueId> sorted(size());
  std::iota(sorted.begin(), sorted.end(), 0);
  if (baseType == BaseType::Symbol) {
    std::ranges::sort(sorted, {}, [&](ValueId id) { return std::string_view(texts[id]); });
  } else {
    std::ranges::sort(sorted, {}, [&](ValueId id) { return std::stoll(texts[id]); });
  }
  std::vector<std::uint32_t> ranks(size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i)
    ranks[sorted[i]] = i;
  return ranks;
}

std::uint64_t Domain::bytes() const {
  std::uint64_t total = 0;
  for (const std::string &text : texts)
    total += 2 * (sizeof(std::string) + (text.size() > 15 ? text.size() : 0)) + 64;
  return total;
}

} // namespace heddle::datalog
