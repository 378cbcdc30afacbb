#include "cli/diff_confirm.h"

#include "cli/findings.h"
#include "diff/confirm.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// Writes the tests of differences. Their names tell the version and the number.
class Keeper {
public:
  Keeper(const std::array<ConfirmVersion, 2> &versions, const ConfirmOptions &options,
         const vm::Options &machine, const std::vector<diff::Difference> &differences)
      : versions(versions), options(options), machine(machine), differences(differences) {}

  support::Outcome<std::string> keep(const trace::Trace &trace, std::size_t number) const {
    const diff::Side side = differences[number].onlyIn;
    const ConfirmVersion &version = versions[static_cast<std::size_t>(side)];
    if (!version.isKept)
      return std::string();
    std::error_code error;
    fs::create_directories(options.out, error);
    if (error)
      return support::Failure{
          fmt::format("cannot make directory '{}': {}", options.out, error.message()), {}};
    trace::Test test = trace.test;
    describeProgram(test, version.frontend, machine, *version.program);
    test.races = false;
    const std::string path =
        (fs::path(options.out) / fmt::format("diff-{}-{}.heddle", diff::name(side), number + 1))
            .string();
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << trace::write(test);
    file.close();
    if (!file)
      return support::Failure{fmt::format("cannot write test '{}': {}", path, std::strerror(errno)),
                              {}};
    return path;
  }

private:
  const std::array<ConfirmVersion, 2> &versions;
  const ConfirmOptions &options;
  const vm::Options &machine;
  const std::vector<diff::Difference> &differences;
};

/// The location of the user's own code in the program, where it is given in a copy of that.
program::LocationId original(const ConfirmVersion &version, program::LocationId at) {
  if (at == program::noLocation)
    return at;
  const program::Location &location = version.compared->location(at);
  const program::Function &function = version.compared->functions()[location.function];
  return version.program->find(function.name, location.ordinal).value_or(program::noLocation);
}

/// The differences by locations of the programs as they were read.
std::vector<diff::Difference> inOriginals(const std::array<ConfirmVersion, 2> &versions,
                                          std::vector<diff::Difference> differences) {
  for (diff::Difference &one : differences) {
    const ConfirmVersion &here = versions[static_cast<std::size_t>(one.onlyIn)];
    const ConfirmVersion &there = versions[static_cast<std::size_t>(otherSide(one.onlyIn))];
    for (diff::Edge &edge : one.edges) {
      edge.write = original(here, edge.write);
      edge.read = original(here, edge.read);
      edge.writeElsewhere = original(there, edge.writeElsewhere);
      edge.readElsewhere = original(there, edge.readElsewhere);
    }
  }
  return differences;
}

} // namespace

support::Done confirmDifferences(const std::array<ConfirmVersion, 2> &versions,
                                 const ConfirmOptions &options,
                                 std::vector<diff::Difference> &differences,
                                 std::vector<report::Incomplete> &incomplete) {
  vm::SharedCode old(*versions[0].program, false);
  vm::SharedCode current(*versions[1].program, false);
  diff::ConfirmSettings settings;
  settings.vm.spurious = options.spurious;
  if (!versions[1].frontend.files.empty())
    settings.vm.programName = versions[1].frontend.files.front();
  settings.secondsPerEdge = options.seconds;
  settings.predicts = options.predicts;
  settings.cancel = options.cancel;
  const Keeper keeper(versions, options, settings.vm, differences);
  settings.keepTest = [&](const trace::Trace &trace, std::size_t number) {
    return keeper.keep(trace, number);
  };
  const std::vector<diff::Difference> asked = inOriginals(versions, differences);
  auto confirmed = diff::confirm(old, current, asked, settings);
  if (!confirmed)
    return confirmed.failure();
  for (std::size_t i = 0; i < differences.size(); ++i) {
    diff::Confirmation &one = confirmed->confirmations[i];
    differences[i].status = one.status;
    differences[i].test = std::move(one.test);
    differences[i].shown = std::move(one.why);
    if (one.isDefect)
      incomplete.push_back(
          {"internal-defect",
           fmt::format("internal defect: what is said to be only in the {} version is in both",
                       diff::name(differences[i].onlyIn)),
           {}});
  }
  return support::done();
}

} // namespace heddle::cli
