// Definition-use testing (paper 000, algorithm 4): finds executions until it is known of each write
// and read of shared memory whether the read can see the write.
//
// 1. Guided executions, predictive analysis of each, and other sides of branches that may lead to
//    pairs not seen yet (the paper's algorithm).
// 2. Completing rounds: the paper's guidance can stop while a pair that is possible was not seen.
//    Sides of all conditions on which the pairs that are left depend are tried, together with how
//    far the other threads have come by then, until no execution is left that differs in one. Then
//    what was not seen cannot be.
// 3. Where that takes long or cannot tell, all executions are looked at, if they are few.
#pragma once

#include "defuse/potential.h"
#include "trace/lifted.h"
#include "trace/predict.h"
#include "trace/trace.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::defuse {

enum class Status : std::uint8_t {
  Open,
  Observed,   ///< An execution showed it that was run for something else.
  Inferred,   ///< Predictive analysis found it, and its test was replayed.
  Infeasible, ///< Shown to be impossible.
};
std::string_view name(Status status);

struct FoundPair {
  PairKey key;
  Status status = Status::Open;
  std::string variable;
  bool isRemote = false; ///< By writes of another thread, in the execution of its test,
  bool isLocal = false;  ///< or of the thread itself.
  trace::Test test;      ///< If it was seen.
  std::string why;       ///< Of one that is open: what got in the way.
};

struct FoundBranchPair {
  BranchPair pair;
  bool isCovered = false;
};

/// Two reads of a place by one thread, one after the other, that saw different writes.
struct FollowerBreak {
  PairKey first;
  PairKey second;
};

struct CampaignFigures {
  std::uint64_t executions = 0;         ///< That differ, by the paper's algorithm,
  std::uint64_t completing = 0;         ///< and in the completing rounds.
  std::uint64_t searched = 0;           ///< Of a search for all, if there was one.
  std::uint64_t alternates = 0;         ///< Other sides that were asked for.
  std::uint64_t repeated = 0;           ///< Guided executions that went a way that was known.
  std::uint64_t replays = 0;            ///< Executions of inferred pairs.
  std::uint64_t inferred = 0;           ///< Pairs that predictive analysis found,
  std::uint64_t replayed = 0;           ///< and those that came when they were run.
  std::uint64_t infeasibleInTraces = 0; ///< Answers that an execution cannot show a pair.
  std::uint64_t instructions = 0;       ///< Of all these executions,
  std::uint64_t longest = 0;            ///< and of the longest.
  double guidedSeconds = 0;             ///< Processor time of the paper's algorithm.
  trace::PredictFigures formulas;       ///< Summed up.
};

/// Where an execution met something wrong.
enum class Met : std::uint8_t { Guided, Replay, Search };

/// Something wrong that an execution met: the choices that lead there.
struct Fault {
  vm::Fault fault;
  std::vector<vm::Choice> path;
  std::vector<vm::InputValue> inputs;
  Met met = Met::Guided; ///< `Replay`: in the run of an inferred pair.
};

struct Settings {
  vm::Options vm;
  trace::Reductions reductions;
  std::uint64_t seed = 0;         ///< Of the first inputs.
  std::uint64_t mostRuns = 10000; ///< Executions.
  bool looksQuickly = true;       ///< Asks first what is soon told of long executions.
  bool completes = true;          ///< Goes on in completing rounds.
  bool searches = true;           ///< Looks at all executions there, if they are few.
  std::function<bool()> goesOn;   ///< Asked between questions; false: end now.
  std::function<void(const Fault &)> onFault;
  std::function<void(const FoundPair &)> onPair; ///< Of each pair that is decided.
  std::function<double()> secondsLeft;           ///< If set: no question takes longer.
  /// Of each execution that encodings are made of.
  std::function<void(const trace::Course &)> onExecution;
};

struct Outcome {
  std::vector<FoundPair> pairs; ///< In the order of the program.
  std::vector<FoundBranchPair> branchPairs;
  std::vector<FollowerBreak> followers; ///< One for each second read.
  CampaignFigures figures;
  std::vector<vm::Gap> gaps;
  bool isComplete = false; ///< No pair is open.
};

Outcome run(vm::SharedCode &code, const Potential &potential, const Settings &settings,
            const std::map<PairKey, FoundPair> &known = {});

} // namespace heddle::defuse
