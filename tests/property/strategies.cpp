#include "strategies.h"

#include "analysis/race_freedom.h"
#include "explore/checkpoint.h"
#include "explore/dice.h"
#include "vm/image.h"
#include "watch.h"
#include "watchdog.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::property {

namespace {

/// Runs paths again and watches them. Paths of a search share beginnings, which are not run anew.
class Again {
public:
  /// With or without races as the search: a loop that waits is run once more where it meets one.
  Again(vm::SharedCode &code, bool races) : machine(code, vmOptions(races)) {
    machine.record(&watch);
    machine.start();
  }

  /// False if it is no path of the program.
  bool run(const std::vector<vm::Choice> &path) {
    std::size_t common = 0;
    while (common < std::min(steps.size(), path.size()) && steps[common].choice == path[common])
      ++common;
    if (common < steps.size()) {
      machine.back(steps[common].mark);
      watch.shrink(steps[common].events);
      machine.drop(steps[common].mark);
      steps.resize(common);
    }
    for (std::size_t i = common; i < path.size(); ++i) {
      if (std::ranges::find(machine.choices(), path[i]) == machine.choices().end())
        return machine.choices().empty() && onlyAwait(path, i);
      steps.push_back({path[i], machine.mark(), watch.size()});
      machine.take(path[i]);
    }
    machine.takeFaults(); // Nobody asks for them; sections copy what there is.
    return machine.choices().empty();
  }

  /// What is left may be rounds of loops that come to nothing.
  bool onlyAwait(const std::vector<vm::Choice> &path, std::size_t from) const {
    return std::all_of(path.begin() + static_cast<std::ptrdiff_t>(from), path.end(),
                       [&](const vm::Choice &choice) {
                         return machine.thread(choice.thread).pending.phase == vm::Phase::Await;
                       });
  }

  const Hashes &reads() const { return watch.reads(); }
  std::uint64_t sight() const { return watch.sight(); }

private:
  struct Step {
    vm::Choice choice;
    std::size_t mark; ///< Before it.
    std::size_t events;
  };
  Watch watch;
  vm::Machine machine;
  std::vector<Step> steps;
};

std::string differing(const Ready &ready, const char *what, const std::set<std::string> &expected,
                      const std::set<std::string> &got, const Behaviour &all,
                      const Behaviour &mine) {
  const auto shown = [&](const std::string &key, const Behaviour &in) {
    for (const explore::Found &found : in.answer.found)
      if (explore::bugKey(found.fault) == key)
        return shownBug(*ready.program, found.fault);
    return key;
  };
  std::string out;
  for (const std::string &key : expected)
    if (!got.contains(key))
      out += fmt::format("  misses a {}: {}\n", what, shown(key, all));
  for (const std::string &key : got)
    if (!expected.contains(key))
      out += fmt::format("  has a {} that is none: {}\n", what, shown(key, mine));
  return out;
}

template <class Set> std::string differing(const char *what, const Set &expected, const Set &got) {
  std::string out;
  if (const std::size_t count = missing(expected, got))
    out += fmt::format("  misses {} of {} {}\n", count, expected.size(), what);
  if (const std::size_t count = missing(got, expected))
    out += fmt::format("  has {} {} that are none\n", count, what);
  return out;
}

/// Pairs that are said to be infeasible, and two threads have both on one place.
std::string wrongFates(const Ready &ready, const Explored &all, const Behaviour &behaviour) {
  std::string out;
  const auto touchesOf = [&](program::LocationId at) {
    const auto found = all.touches.find(at);
    return found == all.touches.end() ? std::span<const Touch>() : std::span(found->second);
  };
  const auto shown = [&](program::LocationId at) {
    const program::Location &location = ready.program->location(at);
    return fmt::format("{}:{}", ready.program->functions()[location.function].name,
                       location.ordinal);
  };
  for (const explore::PairFate &fate : behaviour.answer.pairs) {
    if (fate.fate != explore::Fate::Infeasible)
      continue;
    for (const Touch &a : touchesOf(fate.pair.one))
      for (const Touch &b : touchesOf(fate.pair.other))
        if (a.thread != b.thread && a.address < b.address + b.size &&
            b.address < a.address + a.size)
          out += fmt::format("  says that a pair is infeasible that is not: {}, {}\n",
                             shown(fate.pair.one), shown(fate.pair.other));
  }
  return out;
}

/// What a search by value schedules does before dpor goes on.
template <std::uint64_t most, bool explore::ValueSchedules::*without>
void withoutOne(explore::Options &options) {
  options.values.most = most;
  options.values.*without = false;
}

/// Summaries are few and small.
void setSmall(explore::Options &options) {
  options.summarySize = 60;
  options.summaryTable = 30;
}

} // namespace

const std::vector<Setting> &settings() {
  static const std::vector<Setting> all = {
      {.name = "exhaustive",
       .make = explore::makeExhaustive,
       .set = [](explore::Options &) {},
       .finals = true,
       .reads = true,
       .count = true,
       .every = 16},
      {.name = "exhaustive --dedup",
       .make = explore::makeExhaustive,
       .set = [](explore::Options &options) { options.dedup = true; },
       .races = false,
       .finals = true,
       .hangs = false},
      {.name = "dpor --no-observers",
       .make = explore::makeDpor,
       .set = [](explore::Options &options) { options.observers = false; },
       .finals = true,
       .reads = true,
       .traces = true},
      {.name = "dpor",
       .make = explore::makeDpor,
       .set = [](explore::Options &) {},
       .reads = true,
       .calm = true},
      {.name = "dpor --no-observers, running through",
       .make = explore::makeDpor,
       .set = [](explore::Options &options) { options.observers = false; },
       .finals = true,
       .reads = true,
       .traces = true,
       .calm = true,
       .every = 2},
      {.name = "dpor --reads-from",
       .make = explore::makeReadsFrom,
       .set = [](explore::Options &) {},
       .rounds = false,
       .reads = true,
       .sights = true,
       .every = 4},
      {.name = "dpor --no-observers --jobs 3",
       .make = explore::makeDpor,
       .set =
           [](explore::Options &options) {
             options.observers = false;
             options.workers = 3;
             options.turns = 1;
           },
       .finals = true,
       .reads = true,
       .traces = true,
       .every = 2},
      {.name = "dpor --jobs 2",
       .make = explore::makeDpor,
       .set =
           [](explore::Options &options) {
             options.workers = 2;
             options.turns = 2;
           },
       .reads = true,
       .calm = true,
       .every = 3},
      {.name = "assertion-guided",
       .make = explore::makeGuided,
       .set = [](explore::Options &) {},
       .races = false,
       .ends = false},
      {.name = "assertion-guided --no-dpor",
       .make = explore::makeGuided,
       .set = [](explore::Options &options) { options.partialOrder = false; },
       .races = false,
       .every = 2},
      {.name = "assertion-guided --summary-size 60 --summary-table 30",
       .make = explore::makeGuided,
       .set = [](explore::Options &options) { setSmall(options); },
       .races = false,
       .ends = false,
       .every = 3},
      {.name = "assertion-guided --no-dpor --summary-size 60 --summary-table 30",
       .make = explore::makeGuided,
       .set =
           [](explore::Options &options) {
             setSmall(options);
             options.partialOrder = false;
           },
       .races = false,
       .every = 5},
      {.name = "assertion-guided --no-summaries",
       .make = explore::makeGuided,
       .set = [](explore::Options &options) { options.summaries = false; },
       .races = false,
       .ends = false,
       .every = 4},
      {.name = "assertion-guided --no-dpor --no-summaries",
       .make = explore::makeGuided,
       .set =
           [](explore::Options &options) {
             options.summaries = false;
             options.partialOrder = false;
           },
       .races = false,
       .every = 11},
      {.name = "value-schedule",
       .make = explore::makeValueSchedule,
       .set = [](explore::Options &options) { options.values.most = 60; },
       .calm = true,
       .every = 2},
      {.name = "value-schedule --no-priority",
       .make = explore::makeValueSchedule,
       .set = withoutOne<60, &explore::ValueSchedules::prioritises>,
       .calm = true,
       .every = 5},
      {.name = "value-schedule --no-accessibility",
       .make = explore::makeValueSchedule,
       .set = withoutOne<60, &explore::ValueSchedules::accessibility>,
       .calm = true,
       .every = 6},
      {.name = "value-schedule --no-address-checks",
       .make = explore::makeValueSchedule,
       .set = withoutOne<60, &explore::ValueSchedules::aliases>,
       .calm = true,
       .every = 7},
      {.name = "value-schedule --no-slices",
       .make = explore::makeValueSchedule,
       .set = withoutOne<60, &explore::ValueSchedules::slices>,
       .calm = true,
       .every = 8},
      {.name = "value-schedule --seed 3",
       .make = explore::makeValueSchedule,
       .set =
           [](explore::Options &options) {
             options.values.most = 60;
             options.seed = 3;
           },
       .calm = true,
       .every = 9},
      {.name = "dpor --seed 5",
       .make = explore::makeDpor,
       .set = [](explore::Options &options) { options.seed = 5; },
       .reads = true,
       .every = 9},
      {.name = "exhaustive --seed 4",
       .make = explore::makeExhaustive,
       .set = [](explore::Options &options) { options.seed = 4; },
       .finals = true,
       .reads = true,
       .count = true,
       .every = 23},
      {.name = "value-schedule, pairs alone",
       .make = explore::makeValueSchedule,
       .set =
           [](explore::Options &options) {
             options.values.most = 400;
             options.values.completes = false;
           },
       .every = 2},
      {.name = "value-schedule --no-priority, pairs alone",
       .make = explore::makeValueSchedule,
       .set =
           [](explore::Options &options) {
             options.values.most = 200;
             options.values.completes = false;
             options.values.prioritises = false;
           },
       .every = 4},
      {.name = "value-schedule without reductions, pairs alone",
       .make = explore::makeValueSchedule,
       .set =
           [](explore::Options &options) {
             options.values.most = 200;
             options.values.completes = false;
             options.values.accessibility = false;
             options.values.aliases = false;
             options.values.slices = false;
           },
       .every = 4},
      {.name = "auto",
       .make = explore::makeAuto,
       .set =
           [](explore::Options &options) {
             options.alone = 2; // Small programs are to be looked at by pct too.
             options.workers = 2;
             options.turns = 3;
           },
       .reads = true,
       .calm = true,
       .every = 4},
      {.name = "auto, resumed",
       .make = explore::makeAuto,
       .set = [](explore::Options &options) { options.alone = 3; },
       .reads = true,
       .calm = true,
       .every = 5,
       .interrupted = true},
      {.name = "dpor --no-observers, resumed",
       .make = explore::makeDpor,
       .set = [](explore::Options &options) { options.observers = false; },
       .finals = true,
       .reads = true,
       .traces = true,
       .every = 6,
       .interrupted = true,
       .like = "dpor --no-observers"},
      {.name = "dpor, resumed",
       .make = explore::makeDpor,
       .set = [](explore::Options &) {},
       .reads = true,
       .calm = true,
       .every = 7,
       .interrupted = true,
       .like = "dpor"},
      {.name = "dpor --jobs 2, resumed",
       .make = explore::makeDpor,
       .set =
           [](explore::Options &options) {
             options.workers = 2;
             options.turns = 3;
           },
       .reads = true,
       .calm = true,
       .every = 4,
       .interrupted = true},
      {.name = "exhaustive --jobs 3, resumed",
       .make = explore::makeExhaustive,
       .set =
           [](explore::Options &options) {
             options.workers = 3;
             options.turns = 4;
           },
       .finals = true,
       .reads = true,
       .count = true,
       .every = 17,
       .interrupted = true},
      {.name = "exhaustive --preemptions 99, resumed",
       .make = explore::makePreemptions,
       .set = [](explore::Options &options) { options.preemptions = 99; },
       .finals = true,
       .seesCircles = false,
       .reads = true,
       .count = true,
       .every = 19,
       .interrupted = true},
  };
  return all;
}

namespace {

/// One search that is perhaps ended from time to time and gone on with by another one.
class Search {
public:
  Search(Ready &ready, const Setting &setting, bool races)
      : ready(ready), setting(setting), dice(setting.every, 0) {
    options.vm = vmOptions(races);
    options.all = true;
    setting.set(options);
    if (setting.calm)
      options.calm =
          std::make_shared<const std::vector<bool>>(analysis::studyRaces(*ready.program).calm);
  }

  Behaviour run() {
    do
      runPart();
    while (!state.empty());
    summarise(result);
    if (!isPath)
      result.gaps.insert("a path that is none");
    return std::move(result);
  }

private:
  void runPart() {
    explore::Progress progress;
    const bool resumes = !state.empty();
    const auto saved = explore::decode(state);
    if (resumes && !saved)
      result.gaps.insert("a state that cannot be read: " + saved.failure().message);
    options.resume = resumes && saved ? &*saved : nullptr;
    // Another process would have code of its own; but final states only compare on one.
    std::unique_ptr<vm::SharedCode> own;
    if (options.resume && !setting.finals) {
      own = std::make_unique<vm::SharedCode>(*ready.program, false);
      own->setThreads(saved->threads);
    }
    vm::SharedCode &code = own ? *own : *ready.code;
    state.clear();
    Again again(code, options.vm.looksFor(vm::FaultKind::DataRace));
    const std::uint64_t until = setting.interrupted ? ends + 1 + dice.below(2 * ends + 4) : 0;
    options.atEnd = [&](const vm::Machine &machine, const std::vector<vm::Choice> &path) {
      if (++ends > 2 * ready.most)
        progress.cancel = true;
      else if (ends == until)
        progress.request = explore::Progress::Request::SaveAndEnd;
      if (machine.end() == vm::End::Nothing)
        return; // Others come to what it would have come to.
      if (setting.finals)
        addFinal(machine, result);
      if (setting.reads) {
        isPath = again.run(path) && isPath;
        result.sights.insert(again.sight());
      }
    };
    if (setting.interrupted)
      options.onCheckpoint = [&](const explore::Saved &now) { state = explore::encode(now); };
    const Watchdog watchdog(progress);
    result.answer = setting.make()->run(code, options, progress);
    result.complete = ends <= 2 * ready.most && !watchdog.acted();
    if (ends < until || !progress.cancel || !result.complete)
      state.clear(); // It came to its end.
    result.reads.insert(again.reads().begin(), again.reads().end());
  }

  Ready &ready;
  const Setting &setting;
  explore::Options options;
  explore::Dice dice;
  std::string state; ///< What is left, as it would stand in a file.
  std::uint64_t ends = 0;
  bool isPath = true;
  Behaviour result;
};

} // namespace

Behaviour behaviourOf(Ready &ready, const Setting &setting, bool races) {
  return Search(ready, setting, races).run();
}

bool looksForRaces(const Explored &all, const Setting &setting) {
  return setting.races && all.hasHistory && (setting.rounds || !all.awaits);
}

std::string compareCounts(const Setting &setting, const explore::Stats &expected,
                          const explore::Stats &got) {
  if (got.executions == expected.executions && got.blocked == expected.blocked &&
      got.states == expected.states)
    return {};
  return fmt::format("{}\n  has {} executions, {} blocked and {} states instead of {}, {} and {}\n",
                     setting.name, got.executions, got.blocked, got.states, expected.executions,
                     expected.blocked, expected.states);
}

std::string compare(Ready &ready, const Explored &all, const Setting &setting,
                    const Behaviour &behaviour) {
  const bool history = all.hasHistory;
  if (!behaviour.complete) // A large program may be too large for it.
    return history
               ? fmt::format("{}\n  has many times more executions than there are\n", setting.name)
               : "";
  // It may say that it cannot tell, and then only what it found must be so: pairs alone always do.
  // That threads go round for ever it may only say where they do: the enumeration did not end, or
  // met that.
  const bool goesRound = !history || all.goesRound || !all.hangs.empty() || !setting.ends;
  const bool isEndless = !setting.seesCircles && all.goesRound && !behaviour.gaps.empty();
  if (isEndless || behaviour.gaps.contains("reads-from") ||
      behaviour.gaps.contains("value-schedules") ||
      (behaviour.gaps.contains("rounds") && goesRound)) {
    std::set<std::string> found = all.bugs;
    found.insert(behaviour.bugs.begin(), behaviour.bugs.end());
    const std::string wrong = differing(ready, "bug", all.bugs, found, all, behaviour);
    return wrong.empty() ? wrong : fmt::format("{}\n{}", setting.name, wrong);
  }
  std::string out = differing(ready, "bug", all.bugs, behaviour.bugs, all, behaviour);
  if (looksForRaces(all, setting))
    out += differing(ready, "race", all.races, behaviour.races, all, behaviour);
  for (const std::string &gap : behaviour.gaps)
    if (!all.gaps.contains(gap))
      out += fmt::format("  is incomplete: {}\n", gap);
  for (const std::string &gap : all.gaps)
    if (!behaviour.gaps.contains(gap))
      out += fmt::format("  does not say that it is incomplete: {}\n", gap);
  if (history)
    out += wrongFates(ready, all, behaviour);
  // What comes after a bound in one order of independent steps comes before it in another.
  const bool isCut = all.gaps.contains("max-steps");
  if (setting.finals && !isCut)
    out += differing("final states", all.finals, behaviour.finals);
  if (setting.finals && setting.hangs && history)
    out += differing("final states with an endless loop", all.hangs, behaviour.hangs);
  if (setting.reads && history && !all.awaits)
    out += differing("pairs of a read and what it saw", all.reads, behaviour.reads);
  if (setting.reads && history && all.isPlain)
    out += differing("ways in which reads see writes", all.sights, behaviour.sights);
  const explore::Stats &expected = all.answer.stats;
  const explore::Stats &got = behaviour.answer.stats;
  if (setting.count && history && !all.awaits && expected.executions != got.executions)
    out += fmt::format("  has {} executions instead of {}\n", got.executions, expected.executions);
  // In a program that cancels, operations also look at requests to end, which traces do not hold,
  // and reads-from leaves it to plain dpor.
  const bool isExact = history && all.isPlain && !ready.code->image().cancels();
  // Whether a loop would go on before a write is not always known without trying.
  const std::uint64_t blocked = all.awaits ? 0 : got.blocked;
  if (setting.traces && isExact && (got.executions != all.traces.size() || blocked))
    out += fmt::format("  has {} executions and {} blocked for {} traces\n", got.executions,
                       got.blocked, all.traces.size());
  // Likewise one whose atomic sections may come to an assumption: then it says what was done.
  const bool isOfReads = setting.sights && behaviour.answer.phases.empty();
  if (isOfReads && isExact && got.executions != all.sights.size())
    out += fmt::format("  has {} executions for {} ways in which reads see writes\n",
                       got.executions, all.sights.size());
  return out.empty() ? out : fmt::format("{}\n{}", setting.name, out);
}

} // namespace heddle::property
