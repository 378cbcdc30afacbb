// What the comparison of two versions found, as a part of a result.
#pragma once

#include "diff/difference.h"
#include "report/kinds.h"
#include "report/result.h"

namespace heddle::report {

DiffReport reportDiff(const diff::Comparison &comparison, const program::Program &old,
                      const program::Program &current);

/// What was left out, each with its place.
std::vector<Incomplete> gapsOf(const diff::Comparison &comparison, const program::Program &old,
                               const program::Program &current);

/// Differences that count as findings, on places of the new version where it has them.
std::vector<Finding> candidatesOf(const DiffReport &report);
/// The kinds of these findings.
std::span<const Kind> diffKinds();
std::optional<std::size_t> diffKindNumber(std::string_view name);

/// "reads the initial value of x", "reads x from the write at a.c:4": an edge for people.
std::string sentenceOf(const DiffEdge &edge, const std::string &relation);
std::string sentenceOf(const DiffExclusion &one);

} // namespace heddle::report
