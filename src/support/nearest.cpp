#include "support/nearest.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>

namespace heddle::support {

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::string *best = nullptr;
  unsigned fewest = 0;
  for (const std::string &candidate : candidates) {
    const unsigned edits = llvm::StringRef(word).edit_distance(candidate);
    // Half of a word rewritten is another word; a beginning of a word is a try at it.
    const bool near = edits <= std::max<std::size_t>(1, (candidate.size() + 1) / 3) ||
                      (word.size() >= 2 && candidate.starts_with(word));
    if (near && (!best || edits < fewest)) {
      best = &candidate;
      fewest = edits;
    }
  }
  return best ? std::optional(*best) : std::nullopt;
}

} // namespace heddle::support
