// Graphs of an execution for Graphviz (docs/formats.md).
#pragma once

#include "report/result.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// Operations in the order of each thread, and what each follows from in another one.
void printHappensBefore(llvm::raw_ostream &out, const Finding &finding);

/// Which lock was taken, or waited for, while another one was held.
void printLockOrder(llvm::raw_ostream &out, const Finding &finding);

void printGraph(llvm::raw_ostream &out, const Graph &graph);

} // namespace heddle::report
