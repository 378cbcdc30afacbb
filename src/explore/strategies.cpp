#include "explore/strategies.h"

#include "support/nearest.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace heddle::explore {

namespace {

constexpr Setting seed = {"--seed", "seed of what is decided by chance (default: 0)"};
constexpr Setting preemptions = {"--preemptions",
                                 "most switches away from a thread that could go on; fewest first"};
constexpr Setting order = {"--seed", "order in which threads are tried (default: 0, by number)"};
constexpr Setting workers = {"--workers", "threads that search (default: 1)"};
constexpr Setting observers = {"--no-observers",
                               "tell executions apart by the order of writes that nobody reads"};
constexpr Setting everyAccess = {
    "--no-static", "stop before every shared access, also before those that static analyses show "
                   "to race with none"};
constexpr Setting runs = {"--runs", "executions to look at (default: 10000)"};

bool knows(const Strategy &strategy, std::string_view option) {
  return std::ranges::count(strategy.settings, option, &Setting::option) > 0;
}

/// "'pct' and 'random'".
std::string whoKnows(std::string_view option) {
  std::string text;
  std::size_t left = 0;
  for (const Strategy &strategy : strategies())
    left += knows(strategy, option);
  for (const Strategy &strategy : strategies()) {
    if (!knows(strategy, option))
      continue;
    --left;
    text += fmt::format("'{}'{}", strategy.name, left == 0 ? "" : left == 1 ? " and " : ", ");
  }
  return text;
}

} // namespace

const std::vector<Strategy> &strategies() {
  static const std::vector<Strategy> all = {
      {"auto",
       "begins dpor, looks elsewhere by pct if that takes long, and goes on with dpor",
       {observers,
        everyAccess,
        preemptions,
        {"--workers", "threads that search (default: one a core)"},
        seed},
       makeAuto},
      {"exhaustive",
       "tries everything",
       {{"--dedup", "keep an exact table of states and expand each once (not for races)"},
        preemptions,
        order,
        workers},
       makeExhaustive},
      {"dpor",
       "tries one execution of all that differ only in the order of independent steps",
       {observers,
        everyAccess,
        {"--reads-from", "tell executions apart only by which write each read sees"},
        preemptions,
        order,
        workers},
       makeDpor},
      {"assertion-guided",
       "tries everything but what is known to break nothing from summaries of what was tried",
       {{"--no-dpor", "try every order, also of steps that do not depend on each other"},
        {"--no-slicing", "try more than one order though the assertions depend on no other thread"},
        {"--no-summaries", "leave out nothing because of summaries"},
        {"--summary-size", "operations that a summary may have (default: 4000)"},
        {"--summary-table", "summaries to keep (default: 262144)"}},
       makeGuided},
      {"value-schedule",
       "lets static pairs of operations that conflict come in either order, and has dpor try the "
       "rest",
       {{"--focus", "FILE:LINE or a variable whose pairs come first"},
        {"--schedules", "most executions that pairs lead to (default: 2000)"},
        {"--no-priority", "go through pairs depth first, without trying each by itself before"},
        {"--no-accessibility", "go on though the operation of a pair can no more be come to"},
        {"--no-address-checks", "take operations of a pair for the same whatever they touch"},
        {"--no-slices",
         "combine orders of pairs also where they have nothing to do with each other"},
        {"--no-completion", "leave out dpor: only look for bugs"},
        order},
       makeValueSchedule},
      {"pct",
       "runs by random priorities that change at a few random points",
       {{"--depth",
         "orderings that a bug may need: one more than the changes of a run (default: 3)"},
        runs,
        seed},
       makePct},
      {"random", "lets a random thread go on at every point", {runs, seed}, makeRandom},
  };
  return all;
}

support::Outcome<const Strategy *> strategyNamed(const std::string &name) {
  std::vector<std::string> names;
  for (const Strategy &strategy : strategies()) {
    if (strategy.name == name)
      return &strategy;
    names.emplace_back(strategy.name);
  }
  const auto meant = support::nearest(name, names);
  return support::Failure{fmt::format("unknown strategy '{}'; ", name) +
                              (meant ? fmt::format("did you mean '{}'?", *meant)
                                     : fmt::format("there are {}", fmt::join(names, ", "))),
                          {}};
}

std::vector<std::string> particularOptions() {
  std::vector<std::string> options;
  for (const Strategy &strategy : strategies())
    for (const Setting &setting : strategy.settings)
      if (std::ranges::find(options, setting.option) == options.end())
        options.emplace_back(setting.option);
  return options;
}

support::Done understands(const Strategy &strategy, std::span<const std::string> given) {
  for (const std::string &option : given)
    if (!knows(strategy, option))
      return support::Failure{
          fmt::format("{} means nothing to the strategy '{}', which {}; it is for {}", option,
                      strategy.name, strategy.description, whoKnows(option)),
          {}};
  return support::done();
}

std::unique_ptr<Explorer> makeExplorer(const Strategy &strategy, const Options &options) {
  return options.preemptions ? makePreemptions()
         : options.readsFrom ? makeReadsFrom()
                             : strategy.make();
}

std::string argumentOf(const Strategy &strategy, const Options &options) {
  if (options.preemptions)
    return fmt::format("exhaustive up to {} preemption{}", *options.preemptions,
                       *options.preemptions == 1 ? "" : "s");
  if (options.readsFrom)
    return "dpor with reads-from";
  return std::string(strategy.make == makeAuto ? "dpor" : strategy.name);
}

std::string meaningOf(std::string_view option) {
  std::vector<std::pair<std::string_view, std::string>> meanings;
  for (const Strategy &strategy : strategies())
    for (const Setting &setting : strategy.settings) {
      if (setting.option != option)
        continue;
      const auto same =
          std::ranges::find(meanings, setting.meaning, [](const auto &one) { return one.first; });
      if (same == meanings.end())
        meanings.emplace_back(setting.meaning, strategy.name);
      else
        same->second += fmt::format(", {}", strategy.name);
    }
  std::string text;
  for (const auto &[meaning, who] : meanings)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", who, meaning);
  return text;
}

std::string describeStrategies() {
  std::size_t width = 0;
  for (const Strategy &strategy : strategies())
    width = std::max(width, strategy.name.size());
  std::string text;
  for (const Strategy &strategy : strategies())
    text += fmt::format("  {:<{}}  {}\n", strategy.name, width, strategy.description);
  return text;
}

} // namespace heddle::explore
