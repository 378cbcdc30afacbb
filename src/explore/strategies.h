// The strategies by name: what each is for and which options mean something to it.
#pragma once

#include "explore/search.h"
#include "support/outcome.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::explore {

/// An option that some strategies ignore, and what it means to one that does not.
struct Setting {
  std::string_view option; ///< "--seed"
  std::string_view meaning;
};

struct Strategy {
  std::string_view name;
  std::string_view description; ///< What it does, as in "NAME, which ...".
  std::vector<Setting> settings;
  std::unique_ptr<Explorer> (*make)();
};

/// All of them; the first is the default.
const std::vector<Strategy> &strategies();

/// A name that is none is a Failure that tells what was probably meant.
support::Outcome<const Strategy *> strategyNamed(const std::string &name);

/// Options that not every strategy need understand.
std::vector<std::string> particularOptions();

/// A Failure if one of these options means nothing to the strategy.
support::Done understands(const Strategy &strategy, std::span<const std::string> given);

/// What searches: the strategy itself, or with a bound on preemptions the one that keeps to it.
std::unique_ptr<Explorer> makeExplorer(const Strategy &strategy, const Options &options);

/// By what a search shows what it shows: "dpor".
std::string argumentOf(const Strategy &strategy, const Options &options);

/// What such an option means, and to whom: "pct, random: executions to look at".
std::string meaningOf(std::string_view option);

/// The strategies, one a line, for people.
std::string describeStrategies();

} // namespace heddle::explore
