// What a search by dpor says about reads, pairs and triples of them is what all executions show,
// each in the order in which it happened.
#include "diff/look.h"

#include "../../property/random.h"
#include "threads_ir.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace heddle::diff {
namespace {

/// One read: who, where, and from whom.
using Edge = std::tuple<vm::ThreadId, program::LocationId, program::LocationId>;
using Sequences = std::set<std::vector<Edge>>;

/// All sequences of up to three edges.
Sequences allOf(Version &version, const char *strategy, bool isLiteral) {
  Sequences result;
  LookSettings settings;
  settings.seconds = 60;
  const Everything all = lookAtAll(version.code, settings, strategy, true, [&](const Sight &sight) {
    const auto &reads = sight.reads();
    const auto edge = [&](std::size_t i) {
      const trace::ReadFrom &one = reads[i].edge;
      return Edge(one.read.thread, one.read.location, one.write.location);
    };
    const auto precedes = [&](std::size_t a, std::size_t b) {
      return isLiteral ? a < b : a != b && sight.mayPrecede(a, b);
    };
    for (std::size_t i = 0; i < reads.size(); ++i)
      for (std::size_t j = 0; j < reads.size(); ++j) {
        result.insert({edge(i)});
        if (!precedes(i, j))
          continue;
        result.insert({edge(i), edge(j)});
        for (std::size_t k = 0; k < reads.size(); ++k)
          if (precedes(i, k) && precedes(j, k))
            result.insert({edge(i), edge(j), edge(k)});
      }
    return true;
  });
  EXPECT_EQ(all.bound, "");
  return result;
}

Ops randomThread(property::Random &random) {
  Ops ops;
  const bool locks = random.below(2) == 0;
  if (locks)
    ops.emplace_back("lock m");
  const std::size_t count = 1 + random.below(3);
  for (std::size_t i = 0; i < count; ++i)
    ops.push_back(std::string(random.below(2) ? "r " : "w ") + (random.below(3) ? "x" : "y"));
  if (locks)
    ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(1 + random.below(ops.size())), "unlock m");
  return ops;
}

TEST(Look, SeesEverySequenceOfReadsThatAllExecutionsShow) {
  std::size_t sequences = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    property::Random random(seed);
    std::vector<Ops> threads;
    for (std::size_t i = 0; i < 2; ++i)
      threads.push_back(randomThread(random));
    const Ops ofMain = random.below(2) ? Ops{"r x"} : Ops{"w x"};
    Version version(threads, ofMain);
    const Sequences all = allOf(version, "exhaustive", true);
    EXPECT_EQ(allOf(version, "dpor", false), all) << "seed " << seed << "\n"
                                                  << irOf(threads, ofMain);
    sequences += all.size();
  }
  EXPECT_GT(sequences, 1000U);
}

/// A sequence that the search finds has a test, and one that it does not find has none.
TEST(Look, FindsWhatIsThereAndNothingElse) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    property::Random random(seed);
    Version version({randomThread(random), randomThread(random)}, {"r x", "w x", "r y"});
    const Sequences all = allOf(version, "exhaustive", true);
    std::set<Edge> edges;
    for (const std::vector<Edge> &one : all)
      edges.insert(one.begin(), one.end());
    std::vector<WantedReads> wanted;
    std::vector<bool> isThere;
    const auto meant = [](const Edge &edge) {
      return trace::WantedRead{std::get<2>(edge), std::get<1>(edge),
                               [thread = std::get<0>(edge)](const trace::ReadFrom &read) {
                                 return read.read.thread == thread;
                               }};
    };
    for (const Edge &one : edges)
      for (const Edge &other : edges) {
        wanted.push_back({meant(one), meant(other)});
        isThere.push_back(all.contains({one, other}));
      }
    const Looked looked = lookFor(version.code, wanted, {});
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(looked.sightings[i].isMet, isThere[i]) << "seed " << seed << ", " << i;
      EXPECT_FALSE(looked.sightings[i].isUnsure);
      if (looked.sightings[i].isMet)
        EXPECT_TRUE(trace::replay(version.code, {}, looked.sightings[i].trace.test).hasFault);
    }
  }
}

TEST(Look, SaysWhatGotInTheWay) {
  Version version({{"w x", "w y"}, {"r y", "r x"}});
  const WantedReads never{{version.write("t1"), version.read("t2", 0)}};
  LookSettings settings;
  EXPECT_TRUE(lookFor(version.code, {never}, settings).isComplete);
  settings.vm.maxSteps = 3;
  const Looked bounded = lookFor(version.code, {never}, settings);
  EXPECT_FALSE(bounded.isComplete);
  EXPECT_EQ(bounded.bound, "max-steps");
  settings.vm.maxSteps = 1000;
  settings.seconds = 0;
  EXPECT_FALSE(lookFor(version.code, {never}, settings).isComplete);
}

} // namespace
} // namespace heddle::diff
