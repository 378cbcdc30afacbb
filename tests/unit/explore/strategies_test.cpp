// Names of strategies and options: what is wrong is said, and what would be right.
#include "explore/strategies.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace heddle::explore {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

support::Done accepts(const std::string &strategy, const std::vector<std::string> &options) {
  return understands(**strategyNamed(strategy), options);
}

TEST(Strategies, AreFoundByName) {
  for (const Strategy &strategy : strategies()) {
    const auto found = strategyNamed(std::string(strategy.name));
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, &strategy);
    EXPECT_NE(strategy.make(), nullptr);
  }
}

TEST(Strategies, ANearNameIsOffered) {
  EXPECT_THAT(strategyNamed("exhaustiv").failure().message,
              HasSubstr("unknown strategy 'exhaustiv'; did you mean 'exhaustive'?"));
}

TEST(Strategies, AFarNameGetsTheList) {
  const std::string message = strategyNamed("bananas").failure().message;
  for (const Strategy &strategy : strategies())
    EXPECT_THAT(message, HasSubstr(std::string(strategy.name)));
}

TEST(Strategies, AnOptionThatIsIgnoredIsAnError) {
  EXPECT_TRUE(accepts("exhaustive", {"--dedup", "--preemptions"}));
  EXPECT_TRUE(accepts("dpor", {"--preemptions"}));
  EXPECT_TRUE(accepts("auto", {"--preemptions", "--no-observers", "--workers", "--seed"}));
  EXPECT_TRUE(accepts("pct", {"--seed", "--depth", "--runs"}));
  EXPECT_TRUE(accepts("random", {"--seed", "--runs"}));
  EXPECT_FALSE(accepts("pct", {"--dedup"}));
  EXPECT_FALSE(accepts("random", {"--seed", "--depth"}));
  EXPECT_THAT(accepts("exhaustive", {"--runs"}).failure().message,
              HasSubstr("--runs means nothing to the strategy 'exhaustive', which tries "
                        "everything; it is for 'pct' and 'random'"));
}

TEST(Strategies, EveryOptionOfOneIsListedAndExplained) {
  const std::vector<std::string> options = particularOptions();
  for (const Strategy &strategy : strategies())
    for (const Setting &setting : strategy.settings) {
      EXPECT_EQ(std::ranges::count(options, setting.option), 1) << setting.option;
      EXPECT_THAT(meaningOf(setting.option), HasSubstr(std::string(strategy.name)));
      EXPECT_THAT(meaningOf(setting.option), HasSubstr(std::string(setting.meaning)));
    }
  EXPECT_THAT(options, Not(Contains("--time")));
}

} // namespace
} // namespace heddle::explore
