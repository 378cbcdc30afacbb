// What happens when threads that were led to places at once go on from there: whether the race or
// the deadlock that somebody warned of is one.
#pragma once

#include "analysis/targets.h"
#include "explore/search.h"

#include <memory>

namespace heddle::explore {

/// Of arrivals at the same goals, which are those of a program with marks for them (`searchGuided`
/// finds some); `code` is of the program without.
class Aftermath {
public:
  static support::Outcome<Aftermath> of(vm::SharedCode &code,
                                        const std::vector<analysis::Goal> &goals);
  Aftermath(Aftermath &&) noexcept;
  ~Aftermath();

  /// Each fault that shows on the way there, and when those who stand there go on in whatever
  /// order, with its path in the program without marks; one may come several times.
  std::vector<Found> faults(const Found &arrival, const vm::Options &options);
  /// The way there, in the program without marks and with plain inputs; nothing if it does not lead
  /// there.
  std::optional<std::vector<vm::Choice>> path(const Found &arrival, const vm::Options &options);

private:
  explicit Aftermath(vm::SharedCode &code, std::unique_ptr<program::Program> marked);

  vm::SharedCode *code;
  std::unique_ptr<program::Program> marked;
  std::unique_ptr<vm::SharedCode> markedCode;
};

} // namespace heddle::explore
