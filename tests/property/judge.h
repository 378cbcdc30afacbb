// All oracles over one program.
#pragma once

#include "defuse_check.h"
#include "laws.h"
#include "shape.h"
#include "version_law.h"

#include <cstdint>
#include <string>

namespace heddle::property {

struct Settings {
  std::string directory;       ///< For files that clang reads.
  unsigned nativeEvery = 20;   ///< One program in so many also goes through clang; 0 for none.
  unsigned nativeRuns = 200;   ///< Of each of those.
  bool onlySlices = false;     ///< Nothing but slices and reachability,
  bool onlyTargets = false;    ///< Nothing but places and pairs of places,
  bool onlyOrders = false;     ///< Nothing but the laws of static analyses, on other programs,
  bool onlyDefuse = false;     ///< Nothing but definition-use testing,
  bool onlyVersions = false;   ///< Nothing but two versions of programs about orders,
  bool onlyStrategies = false; ///< Nothing but strategies against each other,
  std::uint64_t most = 20'000; ///< Executions of a program that is compared as a whole.
  std::string strategy; ///< and only this one, for every program; empty: those whose turn it is.
};

struct Judgement {
  std::string oracle;  ///< The one that was not met; empty if all were.
  std::string problem; ///< What it says.
  std::uint64_t executions = 0;
  unsigned bugs = 0;
  std::uint64_t traces = 0; ///< Of a program for which their number is exact.
  bool isTooLarge = false;
  bool isLarge = false; ///< Only states were compared.
  bool ranNatively = false;
  bool isSliced = false;        ///< It was compared with what is left of it,
  bool isSliceFailing = false;  ///< what was looked at fails in both,
  std::size_t instructions = 0; ///< which it has this many of,
  std::size_t kept = 0;         ///< and the other this many.
  LawRuns laws;                 ///< What static analyses were held to.
  DefuseCheck defuse;
  VersionCheck versions;
};

Judgement judge(const Shape &shape, std::uint64_t seed, const Settings &settings);
/// Only what needs no more than the IR.
Judgement judgeIr(const std::string &text, const Settings &settings);

} // namespace heddle::property
