// What is wrong with rule text: places in it, and errors that show the line with a caret.
#pragma once

#include "support/outcome.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::datalog {

/// Rules as text; `name` is what errors call it. The files of one rule set read like one text.
struct RuleFile {
  std::string name;
  std::string text;
};

/// A byte of a file, counted from 0.
struct Position {
  std::uint32_t file = 0;
  std::uint32_t offset = 0;
};

/// Line and column, both counted from 1; columns count characters.
struct Place {
  unsigned line = 1;
  unsigned column = 1;
  std::string_view text; ///< The line, without its end.
};
Place placeOf(const RuleFile &file, std::uint32_t offset);

class Diagnostics {
public:
  /// Errors after these many are counted, and not shown; the others not even counted.
  static constexpr std::size_t mostShown = 20, mostKept = 500;

  explicit Diagnostics(std::span<const RuleFile> files) : files(files) {}

  void report(Position position, std::string message);
  bool hasErrors() const { return !errors.empty(); }
  /// How often something was reported: grows whenever something is wrong.
  std::size_t count() const { return reports; }
  /// All errors in the order of the text: the first as the message, all of them as the detail.
  support::Failure failure() const;

private:
  struct Error {
    Position position;
    std::string message;
  };
  std::span<const RuleFile> files;
  std::vector<Error> errors;
  std::size_t reports = 0;
};

} // namespace heddle::datalog
