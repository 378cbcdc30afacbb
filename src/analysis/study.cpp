#include "analysis/study.h"

namespace heddle::analysis {

Study::Study(const program::Program &program, OrderOptions options)
    : program(program), pointers(PointsTo::analyse(program)),
      threads(Threads::find(program, pointers)), parallel(Parallel::analyse(pointers, threads)),
      order(Order::analyse(pointers, threads, parallel, options)),
      locks(Locks::analyse(program, pointers, threads)), escape(Escape::find(pointers, threads)),
      lockOrder(LockOrder::analyse(program, pointers, threads, parallel, locks)) {}

} // namespace heddle::analysis
