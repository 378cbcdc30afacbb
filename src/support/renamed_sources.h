// Sources that are shown under other names than they lie under: those of a revision, which are
// copied somewhere to be read.
#pragma once

#include <string>

namespace heddle::support {

/// Files whose names begin with `shown` are found where that is `real`. For the whole process, and
/// before any line of them is asked for.
void renameSources(std::string shown, std::string real);

} // namespace heddle::support
