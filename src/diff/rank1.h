// Single edges that one version allows and the other does not.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

namespace heddle::diff {

/// `relations` are those of both sides. Adds to the differences of `result`.
void compareRank1(const Classes &classes, const Relations *const (&relations)[2],
                  const CompareOptions &options, Comparison &result);

/// The edge as it is reported, from one of the edges between statements that it stands for.
Edge edgeOf(const Classes &classes, Side side, const ReadFrom &edge);

/// Whether it is one that the options ask for.
bool isWanted(const Edge &edge, const Classes &classes, Side side, const CompareOptions &options);

} // namespace heddle::diff
