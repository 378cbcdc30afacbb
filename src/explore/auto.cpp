// The default: dpor, with short looks elsewhere in between. One worker begins dpor alone: small
// programs are done before it would pay to do anything else, and what they print does not depend on
// how many cores there are. Where that does not finish the program, pct looks at some executions
// that are far from each other, for depth first dpor may take long to leave the part it began in,
// and executions are led to what the static analyses warn of. Then dpor goes on from where it was,
// on all cores. The looks prove nothing: what is covered is covered by dpor. Only where dpor cannot
// tell because threads may go round for ever, and there are not too many executions, exhaustive
// does, which sees that states come again.
#include "explore/auto.h"

#include "explore/checkpoint.h"
#include "explore/loop.h"
#include "explore/sampling.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <thread>

namespace heddle::explore {

namespace {

/// Work is counted, not timed, so that two runs do the same; the clock is for what it misjudges.
constexpr std::uint64_t workAlone = 10'000'000;
constexpr std::uint64_t looks = 500;
constexpr Effort lookEffort = {.work = 20'000'000, .seconds = 0.3};
constexpr double lookShare = 0.02; ///< Of the time there is, at most.
constexpr std::uint64_t mostRoundExecutions = 500'000;
constexpr std::uint64_t mostRoundWork = 100'000'000;

class Auto : public Explorer {
public:
  explicit Auto(Lead lead) : leads(std::move(lead)) {}

  Answer run(vm::SharedCode &code, const Options &given, Progress &progress) override {
    Options options = given;
    if (!options.workers)
      options.workers = std::max(1u, std::thread::hardware_concurrency());
    // Told once, whoever meets it. The look comes while one worker is alone, and dpor lets only one
    // tell at a time.
    std::set<std::string> known;
    bool isNew = false;
    if (given.onFound)
      options.onFound = [&](const Found &found, bool isSmall) {
        isNew = isSmall ? isNew : known.insert(bugKey(found.fault)).second;
        if (isNew)
          given.onFound(found, isSmall);
      };
    std::optional<Answer> look;
    std::optional<Answer> led;
    std::uint64_t before = 0;
    options.pause = Pause{given.alone, workAlone, [&](const Stats &stats) {
                            if (look)
                              return true;
                            before = stats.executions;
                            look = lookAround(code, options, progress);
                            bool goesOn = given.all || !hasBug(*look);
                            if (goesOn && leads && mayLead(given) && !isCancelled(progress)) {
                              led = lead(options);
                              goesOn = given.all || !hasBug(*led);
                            }
                            if (goesOn)
                              say(given, "dpor goes on, " + counted(options.workers, "worker"));
                            return goesOn;
                          }};
    if (given.resume)
      options.pause.reset(); // One worker would have been done by then.
    if (given.onCheckpoint)
      options.onCheckpoint = [&](const Saved &saved) {
        given.onCheckpoint(look ? united(saved, *look) : saved);
      };
    say(given, given.resume ? "dpor, " + counted(options.workers, "worker") : "dpor, one worker");
    Options ofDpor = options;
    ofDpor.seed = 0; // It is for pct.
    Answer answer = makeDpor()->run(code, ofDpor, progress);
    const std::uint64_t executions = answer.stats.executions;
    if (look)
      answer = united(std::move(answer), std::move(*look));
    answer.phases.push_back(
        {"dpor", look ? before : executions, given.resume ? options.workers : 1});
    if (look)
      answer.phases.push_back({"pct", answer.stats.executions - executions, 1});
    if (led) {
      std::vector<Phase> phases = std::move(answer.phases);
      phases.insert(phases.end(), led->phases.begin(), led->phases.end());
      answer = united(std::move(answer), std::move(*led));
      answer.phases = std::move(phases);
    }
    if (executions > before && look)
      answer.phases.push_back({"dpor", executions - before, options.workers});
    const bool isOver = progress.cancel || (hasBug(answer) && !given.all);
    if (!isOver && onlyRounds(answer) && !given.resume && !given.onCheckpoint)
      followRounds(code, options, progress, answer);
    return answer;
  }

private:
  /// Whether all that dpor could not tell is where rounds lead that may go on for ever.
  static bool onlyRounds(const Answer &answer) {
    return !answer.gaps.empty() && std::ranges::all_of(answer.gaps, [](const vm::Gap &gap) {
      return gap.reason == "rounds";
    });
  }

  static void followRounds(vm::SharedCode &code, Options options, Progress &progress,
                           Answer &answer) {
    bool isLong = false;
    options.pause = Pause{mostRoundExecutions, mostRoundWork, [&](const Stats &) {
                            isLong = true;
                            return false;
                          }};
    say(options, "threads may go round for ever: exhaustive, one worker");
    Answer all = makeExhaustive()->run(code, options, progress);
    const bool isWhole = !isLong && !progress.cancel && all.gaps.empty();
    const std::uint64_t executions = all.stats.executions;
    std::vector<Phase> phases = std::move(answer.phases);
    phases.push_back({"exhaustive", executions, 1});
    if (isWhole)
      answer.gaps.clear();
    else
      all.gaps.clear(); // What dpor says is enough.
    answer = united(std::move(answer), std::move(all));
    answer.phases = std::move(phases);
    if (isWhole)
      answer.by = "exhaustive";
  }

  static void say(const Options &options, const std::string &text) {
    if (options.say)
      options.say(text);
  }

  static bool hasBug(const Answer &answer) {
    return std::ranges::any_of(
        answer.found, [](const Found &one) { return one.fault.kind != vm::FaultKind::DataRace; });
  }

  static Answer lookAround(vm::SharedCode &code, Options options, Progress &progress) {
    options.runs = looks;
    options.atEnd = {}; // Those who ask want each execution once.
    options.onCheckpoint = {};
    Effort effort = lookEffort;
    effort.seconds = std::min(effort.seconds, lookShare * options.limits.seconds);
    say(options, fmt::format("pct, up to {} runs", looks));
    Answer look = samplePct(code, options, progress, effort);
    say(options, "pct made " + counted(look.stats.executions, "run"));
    return look;
  }

  /// A checkpoint keeps paths and no inputs, and an execution that was led may need some.
  static bool mayLead(const Options &options) { return !options.onCheckpoint; }

  Answer lead(const Options &options) const {
    Answer led = leads();
    if (options.onFound)
      for (const Found &one : led.found)
        for (const bool isSmall : {false, true})
          options.onFound(one, isSmall);
    return led;
  }

  static std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  }

  static Saved united(Saved saved, const Answer &look) {
    addStats(saved.stats, look.stats);
    for (const Found &one : look.found)
      saved.found.push_back(one.path);
    return saved;
  }

  /// What both have found.
  static Answer united(Answer dpor, Answer look) {
    dropBounds(look.gaps);
    Collector collector({});
    collector.add(dpor);
    collector.add(look);
    addStats(dpor.stats, look.stats);
    Answer answer = collector.finish(dpor.stats);
    answer.stoppedAt = dpor.stoppedAt == program::noLocation ? look.stoppedAt : dpor.stoppedAt;
    return answer;
  }

  const Lead leads; ///< May be empty.
};

} // namespace

std::unique_ptr<Explorer> makeAuto() {
  return makeAuto({});
}

std::unique_ptr<Explorer> makeAuto(Lead lead) {
  return std::make_unique<Auto>(std::move(lead));
}

} // namespace heddle::explore
