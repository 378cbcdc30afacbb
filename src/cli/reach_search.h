// The search for one question of `heddle reach`: whether threads can stand at some places at once.
#pragma once

#include "analysis/targets.h"
#include "cli/findings.h"
#include "cli/reach_guided.h"

namespace heddle::cli {

struct ReachSettings {
  frontend::Options frontend;
  explore::Options search;
  std::string strategy = "auto"; ///< "guided", "complete", or both.
  std::uint64_t unroll = 0;
  std::string out = "heddle-out";
  std::vector<trace::Given> given;
  bool drawsSystems = false;
  std::function<void(const std::string &)> say;
};

class ReachSearch {
public:
  ReachSearch(const program::Program &program, const ReachSettings &settings,
              explore::Progress &progress)
      : program(program), settings(settings), progress(progress) {}

  /// Answers in so many seconds, if nobody cancels before. What is found is put to `known`.
  support::Done run(const std::vector<analysis::Goal> &goals, double seconds,
                    report::ReachQuestion &question, std::vector<report::Graph> &graphs,
                    Known &known);

  // Of all questions so far.
  const explore::Stats &stats() const { return figures; }
  const std::vector<explore::Phase> &phases() const { return done; }
  /// Where the program stood when the last search was cancelled.
  program::LocationId stoppedAt() const { return stopped; }

private:
  support::Done guided(const std::vector<analysis::Goal> &goals, vm::SharedCode &code,
                       double seconds, GuidedQuestion about, explore::Answer &answer);
  void complete(vm::SharedCode &code, unsigned count, explore::Answer &answer);
  void addFigures(const explore::Answer &answer);

  const program::Program &program;
  const ReachSettings &settings;
  explore::Progress &progress;
  std::unique_ptr<ReachStudy> study; ///< Made when it is first needed.
  std::set<std::string> testNames;
  explore::Stats figures;
  std::vector<explore::Phase> done;
  program::LocationId stopped = program::noLocation;
};

} // namespace heddle::cli
