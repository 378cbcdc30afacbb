// Data flows as graphs for Graphviz: which write each read can see, and what two versions differ
// in.
#pragma once

#include "report/result.h"

#include <vector>

namespace heddle::report {

/// reads-from: of each pair that is possible, or perhaps is, an edge from the write to the read.
std::vector<Graph> graphsOf(const DefuseReport &report);

/// differences: an edge for each data flow of one version alone; lock-order-differences: cycles.
std::vector<Graph> graphsOf(const DiffReport &report);

} // namespace heddle::report
