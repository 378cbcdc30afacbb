// Sharing against executions: two accesses of different threads to the same bytes, one of them a
// write, that no creation and no join orders are both said to be visible.
#pragma once

#include "analysis/sharing.h"
#include "program/program.h"
#include "vm/machine.h"

#include <llvm/ADT/DenseMap.h>
#include <string>
#include <vector>

namespace heddle::property {

class SharingLaw {
public:
  SharingLaw(const program::Program &program, analysis::Sharing sharing)
      : program(program), sharing(std::move(sharing)) {}

  /// A run begins.
  void begin();
  /// `kinds` are what the thread may be.
  void saw(const vm::Machine &machine, const vm::Seen &seen,
           const std::vector<analysis::StaticThread> &kinds);

  const std::string &problem() const { return text; }
  std::uint64_t conflicts = 0; ///< That were looked at.

private:
  using Clock = std::vector<std::uint32_t>;
  struct Access {
    vm::ThreadId thread = 0;
    const llvm::Instruction *at = nullptr;
    vm::Address begin = 0;
    vm::Address end = 0;
    bool writes = false;
    std::uint32_t tick = 0;
    bool isVisible = false;
    bool isLike(const Access &that) const {
      return thread == that.thread && at == that.at && begin == that.begin && end == that.end &&
             writes == that.writes;
    }
  };
  static std::uint32_t &tickOf(Clock &clock, vm::ThreadId thread);
  Clock &clockOf(vm::ThreadId thread);
  void enter(const vm::Machine &machine, const Access &access);
  void check(const vm::Machine &machine, const Access &one, const Access &other);

  const program::Program &program;
  analysis::Sharing sharing;
  std::vector<Clock> clocks; ///< By creations and joins alone.
  llvm::DenseMap<vm::Address, std::vector<Access>> accesses;
  std::string text;
};

} // namespace heddle::property
