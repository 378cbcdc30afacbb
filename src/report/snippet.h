// A source line with a mark under the place that is meant, as compilers print it.
#pragma once

#include "report/paint.h"
#include "report/result.h"
#include "support/source_text.h"

#include <string>

namespace heddle::report {

/// Two lines, or one if the column is not known; empty if the source is not at hand.
std::string snippet(const Place &place, const support::SourceText &sources, unsigned width,
                    const Paint &paint);

} // namespace heddle::report
