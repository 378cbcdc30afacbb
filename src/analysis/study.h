// The analyses of one program that others stand on, made together, in the order that they need.
#pragma once

#include "analysis/access_pairs.h"
#include "analysis/lock_order.h"
#include "analysis/waits.h"

namespace heddle::analysis {

class Study {
public:
  explicit Study(const program::Program &program, OrderOptions options = {});
  Study(const Study &) = delete;
  Study &operator=(const Study &) = delete;

  PairFacts facts() const { return {program, pointers, threads, parallel, order, locks, escape}; }
  AccessPairs findPairs(const PairOptions &options) const {
    return analysis::findPairs(facts(), options);
  }

  const program::Program &program;
  const PointsTo pointers;
  const Threads threads;
  const Parallel parallel;
  const Order order;
  const Locks locks;
  const Escape escape;
  const LockOrder lockOrder;
};

} // namespace heddle::analysis
