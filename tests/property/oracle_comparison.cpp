// The comparison of strategies is only worth something if it notices one that leaves something out.
#include "explore/collector.h"
#include "generate.h"
#include "oracles.h"
#include "print.h"
#include "strategies.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

/// Takes one execution for all of them.
class Forgetful : public explore::Explorer {
public:
  explore::Answer run(vm::SharedCode &code, const explore::Options &options,
                      explore::Progress &) override {
    vm::Machine machine(code, options.vm);
    explore::Collector collector({});
    std::vector<vm::Choice> path;
    machine.start();
    for (collector.look(machine, path); !machine.choices().empty(); collector.look(machine, path)) {
      path.push_back(machine.choices().back());
      machine.take(path.back());
    }
    options.atEnd(machine, path);
    explore::Stats stats;
    stats.executions = 1;
    return collector.finish(stats);
  }
};

/// t1: g0 = 1, r = g1. t2: r = g0; if (r == 1) { g1 = 2 }; assert(r != 1). What goes wrong does so
/// only if t1 is first, and the forgetful one lets t2 be.
Shape example() {
  const auto access = [](Kind kind, unsigned which, unsigned value) {
    Statement statement;
    statement.kind = kind;
    statement.place = {PlaceKind::Scalar, which, {}};
    statement.left = {false, value};
    return statement;
  };
  const Condition isOne{Relation::Equal, {true, 0}, {false, 1}};
  Statement branch;
  branch.kind = Kind::If;
  branch.condition = isOne;
  branch.body = {access(Kind::Store, 1, 2)};
  Statement check;
  check.kind = Kind::Assert;
  check.condition = isOne;
  check.condition.relation = Relation::NotEqual;
  Shape shape = counting({0, 0}, 1);
  shape.scalars = {Width::Word, Width::Word};
  shape.initial = {0, 0};
  shape.threads[1] = {access(Kind::Store, 0, 1), access(Kind::Load, 1, 0)};
  shape.threads[2] = {access(Kind::Load, 0, 0), branch, check};
  return shape;
}

} // namespace

std::string checkComparison() {
  auto ready = fromIr(printIr(example()));
  if (!ready)
    return ready.failure().message;
  const Explored all = explore(*ready);
  Setting whole = settings().front();
  whole.finals = whole.reads = whole.count = true;
  whole.traces = false;
  const Behaviour right = behaviourOf(*ready, whole, true);
  std::string problem = compare(*ready, all, whole, right);
  if (!problem.empty())
    return problem;
  Setting part = whole;
  part.make = []() -> std::unique_ptr<explore::Explorer> { return std::make_unique<Forgetful>(); };
  const Behaviour wrong = behaviourOf(*ready, part, true);

  const auto check = [&](const char *what, const Setting &setting, const auto &spoil) {
    Behaviour behaviour = right;
    spoil(behaviour);
    if (compare(*ready, all, setting, behaviour).empty())
      problem += fmt::format("a strategy is not told to be wrong that misses {}\n", what);
  };
  check("bugs", whole, [&](Behaviour &behaviour) { behaviour.bugs = wrong.bugs; });
  check("races", whole, [&](Behaviour &behaviour) { behaviour.races = wrong.races; });
  check("final states", whole, [&](Behaviour &behaviour) { behaviour.finals = wrong.finals; });
  check("reads", whole, [&](Behaviour &behaviour) { behaviour.reads = wrong.reads; });
  check("executions", whole, [&](Behaviour &behaviour) { behaviour.answer = wrong.answer; });
  check("its gaps", whole, [&](Behaviour &behaviour) { behaviour.gaps = {"max-depth"}; });
  Setting traces = whole;
  traces.count = false;
  traces.traces = true;
  check("traces", traces, [&](Behaviour &behaviour) { behaviour.answer = wrong.answer; });
  // Orders of (store, load) on g0 and, after the store, of (load, store) on g1.
  if (!all.isPlain || all.traces.size() != 3)
    problem += fmt::format("{} traces instead of 3\n", all.traces.size());
  return problem;
}

} // namespace heddle::property
