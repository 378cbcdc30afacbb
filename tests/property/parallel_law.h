// Threads, may-happen-in-parallel and orders against executions: who runs a function is known to,
// where two threads stand at the same time the static answer says that they may, what is said to
// come first comes first, and what is said to be synchronised does not race.
#pragma once

#include "analysis/order.h"
#include "program/program.h"
#include "vm/machine.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::property {

class ParallelLaw {
public:
  ParallelLaw(const program::Program &program, const analysis::PointsTo &pointers)
      : program(program), threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        order(analysis::Order::analyse(pointers, threads, parallel, {.spurious = false})) {}

  /// A run begins.
  void begin();
  void saw(const vm::Machine &machine, const vm::Seen &seen);
  /// Looks at where all threads stand.
  void look(const vm::Machine &machine);
  /// Looks at the races of a run.
  void judge(const std::vector<vm::Fault> &faults);

  /// What kinds of threads it may be, by who created it.
  const std::vector<analysis::StaticThread> &kindsOf(vm::ThreadId thread) const {
    return kinds[thread];
  }
  const analysis::Threads &knownThreads() const { return threads; }
  const analysis::Parallel &answer() const { return parallel; }

  const std::string &problem() const { return text; }
  std::uint64_t pairs = 0;   ///< Of places that were seen together.
  std::uint64_t orders = 0;  ///< Pairs of events, one after the other, as it was claimed.
  std::uint64_t byRules = 0; ///< Of them, by more than creations and joins.
  std::array<std::uint64_t, analysis::orderKinds> byKind{}; ///< Of them, by this among others.

private:
  struct Place {
    std::vector<analysis::StaticThread> threads; ///< It is one of them.
    const llvm::Instruction *at = nullptr;
  };
  std::vector<Place> placesOf(const vm::Machine &machine, vm::ThreadId thread) const;
  struct Event {
    vm::ThreadId thread = 0;
    const llvm::Instruction *at = nullptr;
    std::size_t checked = 0; ///< It was compared with so many that came before it.
  };
  bool comesFirst(const Event &one, const Event &other, bool synchronised) const;
  void checkOrder(const vm::Machine &machine, vm::ThreadId thread);
  void checkRunner(const vm::Machine &machine, vm::ThreadId thread);
  bool mayHappen(const Place &one, const Place &other) const;

  const program::Program &program;
  analysis::Threads threads;
  analysis::Parallel parallel;
  analysis::Order order;
  std::vector<Event> events; ///< Of this run, each once.
  std::map<std::pair<vm::ThreadId, const void *>, std::size_t> eventOf;
  std::vector<std::vector<analysis::StaticThread>> kinds; ///< By number of the thread.
  std::set<std::tuple<std::size_t, std::size_t, const void *, const void *>> known;
  std::set<std::pair<analysis::StaticThread, const void *>> ran;
  std::string text;
};

} // namespace heddle::property
