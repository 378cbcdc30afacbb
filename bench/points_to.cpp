// Time and memory of the points-to analysis of one program, as JSON: for bench/run and by hand.
#include "analysis/points_to.h"
#include "frontend/frontend.h"
#include "program/program.h"

#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

long peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: heddle_points_to FILE [ENTRY [FLAG...]]\n");
    return 2;
  }
  heddle::frontend::Options options;
  options.files = {argv[1]};
  options.warnings = false;
  if (argc > 2)
    options.entry = argv[2];
  options.flags.assign(argv + (argc > 3 ? 3 : argc), argv + argc);
  auto unit = heddle::frontend::load(options);
  if (!unit) {
    fmt::print(stderr, "{}\n{}", unit.failure().message, unit.failure().detail);
    return 2;
  }
  const auto program = heddle::program::Program::build(std::move(*unit));
  if (!program) {
    fmt::print(stderr, "{}\n", program.failure().message);
    return 2;
  }
  const long before = peakMegabytes();
  const auto pointers = heddle::analysis::PointsTo::analyse(*program);
  const auto &s = pointers.statistics();
  fmt::print("{{\"seconds\": {:.3f}, \"megabytes\": {}, \"megabytesBefore\": {}, "
             "\"functions\": {}, \"unknown\": {}, \"values\": {}, \"nodes\": {}, \"merged\": {}, "
             "\"constraints\": {}, \"flows\": {}, \"objects\": {}, \"places\": {}, \"rounds\": {}, "
             "\"averageSet\": {:.2f}, \"averageObjects\": {:.2f}, \"largestSet\": {}, "
             "\"setMegabytes\": {}}}\n",
             s.seconds, peakMegabytes(), before, pointers.reachable().size(),
             pointers.unknownFunctions().size(), s.values, s.nodes, s.merged, s.constraints,
             s.flows, s.objects, s.places, s.rounds, s.averageSet, s.averageObjects, s.largestSet,
             s.setBytes >> 20);
  return 0;
}
