// Programs of a few threads, written as lists of operations: "r x", "w x", "lock m", "unlock m".
#pragma once

#include "../program/build_program.h"
#include "vm/machine.h"

#include <fmt/format.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::diff {

using Ops = std::vector<std::string>;

/// Main does its operations once it has created all threads, and does not wait for them. The
/// threads are functions t1, t2, ...
inline std::string irOf(const std::vector<Ops> &threads, const Ops &ofMain = {}) {
  std::string ir = "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n"
                   "declare i32 @pthread_mutex_lock(ptr)\n"
                   "declare i32 @pthread_mutex_unlock(ptr)\n";
  for (const char *name : {"x", "y", "z"})
    ir += fmt::format("@{} = global i32 0\n", name);
  for (const char *name : {"m", "n"})
    ir += fmt::format("@{} = global [40 x i8] zeroinitializer\n", name);
  const auto body = [&](const Ops &ops) {
    unsigned number = 0;
    for (const std::string &op : ops) {
      std::istringstream words(op);
      std::string what;
      std::string name;
      words >> what >> name;
      if (what == "r")
        ir += fmt::format("  %v{} = load i32, ptr @{}\n", number, name);
      else if (what == "w")
        ir += fmt::format("  store i32 {}, ptr @{}\n", number + 1, name);
      else
        ir += fmt::format("  %v{} = call i32 @pthread_mutex_{}(ptr @{})\n", number, what, name);
      ++number;
    }
  };
  for (std::size_t i = 0; i < threads.size(); ++i) {
    ir += fmt::format("define ptr @t{}(ptr %unused) {{\n", i + 1);
    body(threads[i]);
    ir += "  ret ptr null\n}\n";
  }
  ir += "define i32 @main() {\n";
  for (std::size_t i = 1; i <= threads.size(); ++i)
    ir += fmt::format("  %h{0} = alloca i64\n"
                      "  %c{0} = call i32 @pthread_create(ptr %h{0}, ptr null, ptr @t{0}, ptr "
                      "null)\n",
                      i);
  body(ofMain);
  return ir + "  ret i32 0\n}\n";
}

/// One version, ready to run.
struct Version {
  explicit Version(const std::string &ir)
      : program(program::buildProgram(ir)), code(program, false) {}
  explicit Version(const std::vector<Ops> &threads, const Ops &ofMain = {})
      : Version(irOf(threads, ofMain)) {}
  /// The nth read or write of a function.
  program::LocationId read(const char *function, unsigned n = 0) const {
    return program::nth(program, function, program::OpKind::Read, n);
  }
  program::LocationId write(const char *function, unsigned n = 0) const {
    return program::nth(program, function, program::OpKind::Write, n);
  }
  program::Program program;
  vm::SharedCode code;
};

} // namespace heddle::diff
