// A test: all that is needed to run one execution again. It is kept as a readable text file.
#pragma once

#include "support/outcome.h"
#include "vm/input.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::trace {

/// Where a thread stands: a lasting location and how many times the thread has come there.
struct Point {
  std::string thread;   ///< "main", "T1", "T1.2".
  std::string function; ///< Linkage name; empty when the thread has ended.
  std::uint32_t ordinal = 0;
  bool isRaw = false;     ///< `ordinal` counts all instructions, not only the numbered ones.
  std::uint64_t time = 0; ///< 1 for the first time.
  std::string place;      ///< "file.c:12", for people.
  unsigned line = 0;      ///< In the test file it was read from.
};

/// At this point the next thread takes over.
struct Switch {
  Point from;
  std::string to;
};

/// At this point the operation went another way than the first one possible.
struct Alternative {
  Point at;
  std::uint32_t which = 0;
};

/// A read that is to see what this write left.
struct SeenWrite {
  Point read;
  Point write;
  bool isInitial = false; ///< No write: what was there at first.
};

/// The kind of an outcome that is no fault: reads that see certain writes, one after the other.
inline constexpr const char *readsFromKind = "reads-from";
/// The same: threads stand at the places that are looked for.
inline constexpr const char *targetKind = "target";

/// Something the program was given from outside.
struct Given {
  std::string name; ///< As the program opens it; empty for standard input.
  std::string path; ///< Absolute: where its bytes are.
  std::string hash; ///< Of the bytes.
};

/// A place that is looked for, in the program without marks; `targets` as in program/marks.h.
struct TargetPlace {
  std::string function;
  std::uint32_t instruction = 0; ///< Of all in the function, from 0.
  std::uint64_t targets = 0;
  std::string place; ///< "file.c:12", for people.
  unsigned line = 0; ///< In the test file it was read from.
};

struct Test {
  std::string hash; ///< Of the user module.
  std::string entry = "main";
  std::vector<std::string> files; ///< Absolute paths.
  std::vector<std::string> flags;
  std::string compileCommands;
  std::vector<std::string> models; ///< Directories of the user's own models.
  std::vector<std::string> arguments;
  std::vector<Given> given;
  bool spurious = false;
  bool races = true; ///< Looked for: a loop that waits is run once more where it meets one.
  std::vector<vm::InputValue> inputs; ///< In the order they are asked for.
  std::vector<Switch> switches;
  std::vector<Alternative> alternatives;
  std::string kind;             ///< Of the expected outcome.
  std::vector<Point> places;    ///< Where: one, two for a race, several for a deadlock.
  std::vector<SeenWrite> reads; ///< Of readsFromKind, instead.
  /// Of targetKind: points then tell of a program with marks there.
  std::vector<TargetPlace> targets;
  /// Lines of the test file that name the program and its first file, for messages.
  unsigned programLine = 0;
  unsigned fileLine = 0;
};

std::string write(const Test &test);
/// `name` is the file's, for messages.
support::Outcome<Test> readTest(const std::string &text, const std::string &name);
support::Outcome<Test> readTestFile(const std::string &path);

} // namespace heddle::trace
