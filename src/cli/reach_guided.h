// The guided search for one question of `heddle reach`, and what it says about it.
#pragma once

#include "explore/reach_guided.h"
#include "report/result.h"

#include <memory>

namespace heddle::cli {

/// The analyses that the guided search stands on, made once for all questions.
class ReachStudy {
public:
  explicit ReachStudy(const program::Program &program);
  ~ReachStudy();
  ReachStudy(const ReachStudy &) = delete;
  ReachStudy &operator=(const ReachStudy &) = delete;
  const analysis::AbstractFacts &facts() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};

struct GuidedQuestion {
  report::ReachQuestion &question;
  std::vector<report::Graph> *graphs = nullptr; ///< If set, gets the abstract system.
};

/// Searches, and fills in how far it came. `code` is that of explore::searchGuided.
support::Outcome<explore::GuidedAnswer> guide(const ReachStudy &study, vm::SharedCode &code,
                                              const std::vector<analysis::Goal> &goals,
                                              const explore::GuidedOptions &options,
                                              explore::Progress &progress, GuidedQuestion about);

} // namespace heddle::cli
