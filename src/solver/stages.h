// The chain of stages behind the door.
#pragma once

#include "expr/builder.h"
#include "solver/cache.h"
#include "solver/enumerate.h"
#include "solver/path.h"
#include "solver/repair.h"
#include "solver/session.h"
#include "solver/solver.h"

namespace heddle::solver {

struct Solver::Stages {
  Stages(expr::Builder &builder, const Options &options)
      : builder(builder), options(options), evaluator(builder), repair(evaluator), cache(evaluator),
        session(options.timeoutMilliseconds) {}

  Answer satisfy(std::span<const expr::Ref> asked, expr::Ref condition, expr::Assignment &model);

  expr::Builder &builder;
  Options options;
  Counters counters;
  expr::Evaluator evaluator;
  Path path;
  Repair repair;
  Cache cache;
  Enumerate enumerate;
  Session session;
  Widths widths;
  std::uint32_t nodesSeen = 0; ///< Whose inputs are in `widths`.

private:
  bool holds(expr::Ref condition, const expr::Assignment &model);
  void learnWidths();
  Answer tryAll(std::span<const expr::Ref> relevant, expr::Ref condition, expr::Assignment &model);
  Answer askZ3(std::span<const expr::Ref> relevant, expr::Ref condition, expr::Assignment &model);
};

} // namespace heddle::solver
