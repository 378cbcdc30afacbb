// Single edges that one version allows and the other does not.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

#include <tuple>

namespace heddle::diff {

/// `relations` are those of both sides. Adds to the differences of `result`.
void compareRank1(const Classes &classes, const Relations *const (&relations)[2],
                  const CompareOptions &options, Comparison &result);

/// The edge as it is reported, from one of the edges between statements that it stands for.
Edge edgeOf(const Classes &classes, Side side, const ReadFrom &edge);

/// What a reader tells differences apart by: those on several pieces of one array are the same.
using EdgePlaces =
    std::vector<std::tuple<Side, std::string, program::LocationId, program::LocationId>>;
EdgePlaces placesOf(const Difference &difference);

/// Whether its places are in code that the user knows, or all are asked for. Where a library starts
/// a thread nobody's code leads to what it does.
bool isKnownToUser(const Edge &edge, const Classes &classes, Side side,
                   const CompareOptions &options);

/// Whether it is one that the options ask for.
bool isWanted(const Edge &edge, const Classes &classes, Side side, const CompareOptions &options);

} // namespace heddle::diff
