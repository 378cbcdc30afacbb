// What real threads are to do: the run of the VM, told in marks and synchronisation operations.
#pragma once

#include "program/op_kind.h"
#include "vm/fault.h"
#include "vm/input.h"
#include "vm/thread.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::native {

/// How far a thread has come.
enum class Where : std::uint8_t {
  AtMark, ///< It stands before what its last mark is for.
  Behind, ///< That has begun: it stands before its next synchronisation operation or mark.
  Ended,  ///< It has ended, or stands for good.
};
struct Position {
  std::uint64_t marks = 0;      ///< It came by, in all.
  std::uint32_t operations = 0; ///< Of synchronisation, since the last of them.
  Where where = Where::AtMark;
};

/// One thread runs up to there while all others stand.
struct Stretch {
  vm::ThreadId thread = 0;
  Position until;
  std::uint64_t hash = 0; ///< Of the marks it came by: tells whether it went the same way.
};

/// A synchronisation operation as it went in the VM.
struct Operation {
  program::OpKind kind = program::OpKind::None;
  std::uint64_t result = 0;
  vm::ThreadId other = vm::noThread; ///< Whom a signal woke.
};

struct Standing {
  vm::ThreadId thread = 0;
  std::uint64_t marks = 0;
};

struct Plan {
  std::vector<std::string> names; ///< Of threads, by id.
  std::vector<Stretch> stretches;
  std::map<vm::ThreadId, std::vector<Operation>> operations;
  std::map<vm::ThreadId, std::vector<std::uint32_t>> choices; ///< Of heddle_choose, in order.
  std::vector<vm::InputValue> inputs;
  /// The marks each thread comes by, as far as they are few enough to be told one by one.
  std::map<vm::ThreadId, std::vector<std::uint32_t>> ways;
  /// A function of the library in the midst of which threads changed; empty if there is none.
  std::string insideOf;

  vm::FaultKind kind = vm::FaultKind::Assertion;
  std::string message; ///< Of the VM.
  /// Who fails and where; the two accesses of a race, the later one first; who is blocked.
  std::vector<Standing> expected;
  bool isFree = false; ///< A run without a finding: it ends in a state, which is compared.
  std::map<std::string, std::string> globals; ///< In that state: bytes of variables, as hex.
  std::string output;                         ///< What was printed up to there.
  bool isBlocking = false;                    ///< Those expected are blocked, or go round for ever.
  bool allStuck = false;                      ///< Nobody can go on.
  bool bothStand = false;                     ///< Of a race: the earlier access is not done either.
};

/// Of a race: the plan in which the earlier access stands too, and its thread does nothing more.
Plan standingAtBoth(const Plan &plan);

/// Two digits a byte, behind an x, so that nothing is a word too.
std::string hexOf(const std::uint8_t *bytes, std::size_t size);

/// As the runtime reads it.
std::string write(const Plan &plan);

} // namespace heddle::native
