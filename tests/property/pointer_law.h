// Points-to sets against executions: what is seen at an address is in the static answer.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"
#include "vm/machine.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <string>
#include <vector>

namespace heddle::property {

/// Watches runs of a program; `problem` is what the static answer lacks, and empty if nothing.
class PointerLaw : public vm::Recorder {
public:
  PointerLaw(const program::Program &program, const analysis::PointsTo &pointers)
      : program(program), pointers(pointers) {}

  /// Whom to ask; before each run.
  void attend(vm::Machine &next) { machine = &next; }
  void saw(const vm::Seen &seen) override;
  void made(vm::ThreadId thread, vm::Address base) override;

  using Objects = std::vector<analysis::ObjectId>;
  /// What stands for the object in the answer.
  Objects objectsAt(const vm::Machine::FoundObject &object) const;

  const std::string &problem() const { return text; }
  std::uint64_t accesses = 0; ///< Checked.
  std::uint64_t values = 0;   ///< Pointers that were loaded or stored.
  std::uint64_t calls = 0;    ///< Pairs of a call and a callee.

private:
  using Stack = std::vector<const llvm::Instruction *>;
  Stack stackOf(vm::ThreadId thread) const;
  bool mayBe(const llvm::Value &pointer, vm::Address address) const;
  bool isHanded(const llvm::CallBase &call, vm::Address address) const;
  void checkAccess(const llvm::Instruction &at, const vm::Seen &seen);
  void checkValue(const llvm::Instruction &at, const vm::Seen &seen);
  void checkStack(const Stack &stack);
  void fail(const std::string &what, const llvm::Instruction &at, vm::Address address);

  const program::Program &program;
  const analysis::PointsTo &pointers;
  vm::Machine *machine = nullptr;
  llvm::DenseMap<vm::Address, Objects> blocks; ///< Of stack and heap, by their base.
  llvm::DenseSet<std::pair<const llvm::Instruction *, const llvm::Function *>> seenCalls;
  std::string text;
};

} // namespace heddle::property
