// All that slices stand on, for one small program.
#pragma once

#include "../program/build_program.h"
#include "analysis/escort.h"
#include "analysis/slice.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::analysis {

class Sliced {
public:
  explicit Sliced(std::string_view ir, StopOptions stops = {})
      : program(program::buildProgram(std::string(declarations).append(ir))),
        pointers(PointsTo::analyse(program)), threads(Threads::find(program, pointers)),
        parallel(Parallel::analyse(pointers, threads)),
        dependence(Dependence::analyse(program, pointers, threads, parallel, stops)),
        reachability(Reachability::analyse(program, pointers, threads)),
        acrossThreads(Reachability::analyse(program, pointers, threads, true)) {}

  /// The instruction of that name. Stores, branches and the like are found by `names`.
  const llvm::Instruction &at(const std::string &name, const std::string &function = "") const {
    for (const llvm::Function &one : program.unit().module())
      if (function.empty() || one.getName() == function)
        for (const llvm::Instruction &instruction : llvm::instructions(one))
          if (nameOf(instruction) == name)
            return instruction;
    ADD_FAILURE() << "no " << name;
    return program.unit().module().getFunction("main")->front().front();
  }
  /// Its own name, or for what has none its metadata: `!n !{!"name"}`.
  static std::string nameOf(const llvm::Instruction &at) {
    if (const llvm::MDNode *note = at.getMetadata("n"))
      return llvm::cast<llvm::MDString>(note->getOperand(0))->getString().str();
    return at.getName().str();
  }
  Slice of(const std::string &criterion) const {
    return Slice::backward(program, dependence, acrossThreads, {&at(criterion)});
  }
  /// The names that the slice of this has; without what has no name.
  std::set<std::string> namesIn(const std::string &criterion) const {
    const Slice slice = of(criterion);
    std::set<std::string> names;
    for (const program::Location &location : program.locations())
      if (slice.contains(*location.instruction) && !nameOf(*location.instruction).empty())
        names.insert(nameOf(*location.instruction));
    return names;
  }
  std::set<std::string> controlsOf(const std::string &name) const {
    return namesOf(dependence.controls(at(name)));
  }
  std::set<std::string> writersOf(const std::string &name) const {
    return namesOf(dependence.writers(at(name)));
  }
  static std::set<std::string> namesOf(const Dependence::Instructions &instructions) {
    std::set<std::string> names;
    for (const llvm::Instruction *one : instructions)
      names.insert(nameOf(*one));
    return names;
  }

  program::Program program;
  PointsTo pointers;
  Threads threads;
  Parallel parallel;
  Dependence dependence;
  Reachability reachability;
  Reachability acrossThreads;

private:
  static constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare void @pthread_exit(ptr)
declare void @heddle_assert(i32)
declare i32 @heddle_int(ptr)
declare void @exit(i32)
declare ptr @malloc(i64)
declare void @__heddle_raise(ptr)
declare i32 @__gxx_personality_v0(...)
declare i32 @printf(ptr, ...)
@x = global i32 0
@y = global i32 0
@z = global i32 0
@m = global [40 x i8] zeroinitializer
@c = global [48 x i8] zeroinitializer
@name = constant [2 x i8] c"a\00"
)";
};

using Names = std::set<std::string>;

} // namespace heddle::analysis
