#include "analysis/lock_operations.h"

#include "program/program.h"

#include <llvm/IR/Function.h>

namespace heddle::analysis {

namespace {

using Operation = LockOperation;
using Op = program::OpKind;

std::optional<Operation> operationOf(Op kind) {
  constexpr auto reading = LockMode::Reading;
  constexpr auto exclusive = LockMode::Exclusive;
  switch (kind) {
  case Op::Lock:
    return Operation{Operation::Acquire};
  case Op::TryLock:
  case Op::TimedLock:
    return Operation{Operation::Try};
  case Op::Unlock:
    return Operation{Operation::Release};
  case Op::Wait:
  case Op::TimedWait:
    return Operation{Operation::Wait, 1};
  case Op::ReadLock:
    return Operation{Operation::Acquire, 0, reading, true};
  case Op::TryReadLock:
  case Op::TimedReadLock:
    return Operation{Operation::Try, 0, reading, true};
  case Op::WriteLock:
    return Operation{Operation::Acquire, 0, exclusive, true};
  case Op::TryWriteLock:
  case Op::TimedWriteLock:
    return Operation{Operation::Try, 0, exclusive, true};
  case Op::RwUnlock:
    return Operation{Operation::Release, 0, exclusive, true};
  case Op::AtomicBegin:
    return Operation{Operation::Acquire, Operation::atomic};
  case Op::AtomicEnd:
    return Operation{Operation::Release, Operation::atomic};
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<LockOperation> lockOperationOf(const program::Program &program,
                                             const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  // Of C++ only what comes down to these: its own functions find their lock in an object.
  const bool isC = name.starts_with("pthread_") || name.starts_with("mtx_") ||
                   name.starts_with("cnd_") || program::isConvention(name);
  if (!isC)
    return std::nullopt;
  const auto operation = operationOf(program::kindOfFunction(name));
  if (!operation || function.isDeclaration() || program::isConvention(name))
    return operation;
  const auto id = program.functionOf(function);
  return id && program.functions()[*id].isModel ? operation : std::nullopt;
}

} // namespace heddle::analysis
