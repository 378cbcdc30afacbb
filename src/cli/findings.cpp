#include "cli/findings.h"

#include "report/finding.h"
#include "trace/minimise.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace heddle::cli {

namespace fs = std::filesystem;

void describeProgram(trace::Test &test, const frontend::Options &frontend,
                     const vm::Options &machine, const program::Program &program) {
  const auto absolute = [](const std::string &path) {
    return fs::absolute(path).lexically_normal().string();
  };
  test.hash = program.unit().hash();
  test.entry = frontend.entry;
  for (const std::string &file : frontend.files)
    test.files.push_back(absolute(file));
  test.flags = frontend.flags;
  if (!frontend.compileCommands.empty())
    test.compileCommands = absolute(frontend.compileCommands);
  for (const std::string &directory : frontend.models)
    test.models.push_back(absolute(directory));
  test.arguments = machine.arguments;
  test.spurious = machine.spurious;
  test.races = machine.looksFor(vm::FaultKind::DataRace);
}

void Known::put(const std::string &key, report::Finding finding) {
  const std::scoped_lock lock(mutex);
  const auto same = std::ranges::find(findings, key, [](const auto &one) { return one.first; });
  if (same == findings.end())
    findings.emplace_back(key, std::move(finding));
  else
    same->second = std::move(finding);
}

void Known::expect(const std::string &key, const report::Incomplete &one) {
  const std::scoped_lock lock(mutex);
  expected.try_emplace(key, one);
}

void Known::expectNoMore(const std::string &key) {
  const std::scoped_lock lock(mutex);
  expected.erase(key);
}

void Known::put(report::Incomplete one) {
  const std::scoped_lock lock(mutex);
  incomplete.push_back(std::move(one));
}

void Known::addTo(report::Result &result) const {
  const std::scoped_lock lock(mutex);
  for (const bool races : {false, true})
    for (const auto &[key, finding] : findings)
      if ((finding.kind == "data-race") == races)
        result.findings.push_back(finding);
  result.incomplete.insert(result.incomplete.end(), incomplete.begin(), incomplete.end());
  for (const auto &[key, one] : expected)
    result.incomplete.push_back(one);
}

support::Outcome<std::string> Findings::writeTest(const trace::Trace &trace,
                                                  const std::string &key) {
  std::error_code error;
  fs::create_directories(settings.out, error);
  if (error)
    return support::Failure{
        fmt::format("cannot make directory '{}': {}", settings.out, error.message()), {}};
  trace::Test test = trace.test;
  describeProgram(test, settings.frontend, settings.vm, code.program());
  test.given = settings.given;
  test.targets = settings.targets;
  const std::string base = report::testName(code.program(), trace);
  auto &[knownBase, name] = names[key];
  if (knownBase != base) { // The first one, or a shorter one that is told from another place.
    knownBase = base;
    name = base;
    std::set<std::string> &usedNames = settings.names ? *settings.names : ownNames;
    for (unsigned i = 2; !usedNames.insert(name).second; ++i)
      name = base + "-" + std::to_string(i);
  }
  const std::string path = (fs::path(settings.out) / (name + ".heddle")).string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << trace::write(test);
  file.close();
  if (!file)
    return support::Failure{fmt::format("cannot write test '{}': {}", path, std::strerror(errno)),
                            {}};
  return path;
}

std::uint64_t Findings::eventsOf(const std::map<std::string, Size> &sizes) {
  std::uint64_t sum = 0;
  for (const auto &[key, size] : sizes)
    sum += size.second;
  return sum;
}

bool Findings::publish(const trace::Trace &trace, const std::string &key, bool areInputsSmallest) {
  if (!trace.hasFault || !trace::replay(code, settings.vm, trace.test).hasFault)
    return false;
  const Size size = {trace.switches, trace.events.size()};
  const auto before = sizes.find(key);
  if (before != sizes.end() && before->second < size)
    return true;
  sizes[key] = size;
  firstSizes.try_emplace(key, size);
  const support::Outcome<std::string> path = writeTest(trace, key);
  if (!path && state)
    state = path.failure();
  report::Finding finding = report::makeFinding(code.program(), trace, path ? *path : "");
  finding.areInputsSmallest = areInputsSmallest || finding.inputs.empty();
  known.put(key, std::move(finding));
  std::string &written = tests[key];
  if (path && !written.empty() && written != *path) {
    std::error_code error; // One that is left over does no harm.
    fs::remove(written, error);
  }
  written = path ? *path : written;
  return true;
}

void Findings::add(const explore::Found &found) {
  const std::string key = explore::bugKey(found.fault);
  lengths[key] = found.path.size();
  if (!sizes.contains(key)) // Should the time be up before it has run again.
    known.expect(key, report::makeIncomplete(
                          code.program(),
                          {"not-replayed",
                           fmt::format("a bug ({}) was met that there was no time to run again",
                                       vm::name(found.fault.kind)),
                           found.fault.location}));
  vm::Options options = settings.vm;
  options.inputs = found.inputs;
  last = trace::record(code, options, found.path, found.fault);
  isLastSmallest = found.areInputsSmallest || found.inputs.empty();
  const bool isPublished = publish(last, key, isLastSmallest);
  known.expectNoMore(key);
  if (isPublished)
    return;
  last = {};
  known.put(report::makeIncomplete(
      code.program(),
      {"not-reproduced",
       fmt::format("internal defect: a {} does not replay", vm::name(found.fault.kind)),
       found.fault.location}));
}

void Findings::improve(const explore::Found &found) {
  if (last.hasFault &&
      (found.inputs != last.test.inputs || found.areInputsSmallest > isLastSmallest))
    add(found);
  if (last.hasFault)
    minimise(last, found, explore::bugKey(found.fault));
}

/// After it is known, so that whatever ends the search here does not lose it.
void Findings::minimise(const trace::Trace &trace, const explore::Found &found,
                        const std::string &key) {
  const auto begun = std::chrono::steady_clock::now();
  trace::Effort effort;
  effort.seconds = std::min(effort.seconds, settings.minimising - spent);
  effort.cancel = settings.cancel;
  const trace::Minimised minimised = trace::minimise(code, settings.vm, trace, found.fault, effort);
  reran += minimised.reruns;
  if (minimised.path != trace.path || minimised.inputs != trace.test.inputs) {
    vm::Options options = settings.vm;
    options.symbolic = false;
    options.inputs = minimised.inputs;
    const trace::Trace shorter = trace::record(code, options, minimised.path, found.fault);
    if (settings.say)
      settings.say(fmt::format("{} switches and {} events become {} and {} after {} reruns",
                               trace.switches, trace.events.size(), shorter.switches,
                               shorter.events.size(), minimised.reruns));
    publish(shorter, key, found.areInputsSmallest);
  }
  spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

support::Done Findings::finish(const explore::Answer &answer, bool hasTime) {
  for (const explore::Found &found : answer.found) {
    const auto first = lengths.find(explore::bugKey(found.fault));
    if (first != lengths.end() && (!hasTime || first->second == found.path.size()))
      continue;
    add(found);
    improve(found);
  }
  for (const vm::Gap &gap : answer.gaps)
    known.put(report::makeIncomplete(code.program(), gap));
  return state;
}

support::Done canWriteTo(const std::string &directory) {
  fs::path at = fs::absolute(directory);
  std::error_code error;
  while (!fs::exists(at, error) && at.has_relative_path())
    at = at.parent_path();
  if (!fs::is_directory(at, error))
    return support::Failure{
        fmt::format("cannot write tests to '{}': '{}' is no directory", directory, at.string()),
        {}};
  if (access(at.c_str(), W_OK) != 0)
    return support::Failure{
        fmt::format("cannot write tests to '{}': {}", directory, std::strerror(errno)), {}};
  return support::done();
}

} // namespace heddle::cli
