// The word a user probably meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heddle::support {

/// The candidate with the fewest edits to `word`; nothing if none is near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

} // namespace heddle::support
