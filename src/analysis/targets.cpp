#include "analysis/targets.h"

#include "support/nearest.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>
#include <set>

namespace heddle::analysis {

namespace {

/// "/home/me/src/a.c" ends in "src/a.c" and in "a.c".
bool endsIn(std::string_view path, std::string_view end) {
  return path == end || (path.size() > end.size() && path.ends_with(end) &&
                         (end.empty() || path[path.size() - end.size() - 1] == '/'));
}

/// Without "./" and "..", as far as the names alone tell.
std::string plain(std::string_view path) {
  if (path.find("./") == std::string_view::npos)
    return std::string(path);
  std::string name = std::filesystem::path(path).lexically_normal().string();
  while (name.starts_with("../"))
    name.erase(0, 3);
  return name;
}

bool isSameFile(std::string_view given, std::string_view asked) {
  const std::string one = plain(given);
  const std::string other = plain(asked);
  return !one.empty() && !other.empty() && (endsIn(one, other) || endsIn(other, one));
}

/// Whether there is anything to stand before.
bool isCode(const llvm::Instruction &instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::LandingPadInst, llvm::CatchPadInst,
                    llvm::CleanupPadInst, llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(
      instruction);
}

/// The line that the debug info gives it; 0 for what has none of its own.
unsigned lineOf(const program::Location &location) {
  return location.instruction->getDebugLoc() ? location.line : 0;
}

program::LocationId entryOf(const program::Program &program, const program::Function &function) {
  for (program::LocationId id = function.first; id < function.last; ++id)
    if (isCode(*program.location(id).instruction))
      return id;
  return function.first;
}

bool isUsers(const program::Program &program, const program::Location &location) {
  return !program.functions()[location.function].isModel;
}

/// Lines with code of the files that are meant.
std::set<unsigned> linesOf(const program::Program &program, const std::string &file) {
  std::set<unsigned> lines;
  for (const program::Location &location : program.locations())
    if (isUsers(program, location) && lineOf(location) && isCode(*location.instruction) &&
        isSameFile(program.files()[location.file], file))
      lines.insert(lineOf(location));
  return lines;
}

support::Failure noCode(const program::Program &program, const TargetLine &target) {
  const std::set<unsigned> lines = linesOf(program, target.file);
  const std::string name = fmt::format("{}:{}", target.file, target.line);
  if (lines.empty()) {
    std::set<std::string> files;
    for (const program::Location &location : program.locations())
      if (isUsers(program, location) && lineOf(location) && location.file)
        files.insert(program.files()[location.file]);
    return {files.empty()
                ? fmt::format("target {}: the program has no debug info that knows lines", name)
                : fmt::format("target {}: no code of the program is in '{}'; there is code in {}",
                              name, target.file, fmt::join(files, ", ")),
            {}};
  }
  const auto above = lines.lower_bound(target.line);
  std::vector<std::string> near;
  if (above != lines.begin())
    near.push_back(std::to_string(*std::prev(above)));
  if (above != lines.end())
    near.push_back(std::to_string(*above));
  return {fmt::format("target {}: this line has no code; the nearest {} {}", name,
                      near.size() == 1 ? "line that has is" : "lines that have are",
                      fmt::join(near, " and ")),
          {}};
}

/// Those of a function that its line stands for.
void addLine(const program::Program &program, const program::Function &function,
             const TargetLine &target, std::vector<program::LocationId> &places) {
  const llvm::BasicBlock *block = nullptr;
  bool isThere = false; // Since the last operation.
  for (program::LocationId id = function.first; id < function.last; ++id) {
    const program::Location &location = program.location(id);
    const llvm::BasicBlock *of = location.instruction->getParent();
    isThere = isThere && of == block;
    block = of;
    if (!isCode(*location.instruction))
      continue;
    const bool isMeant =
        lineOf(location) == target.line && isSameFile(program.files()[location.file], target.file);
    if (isMeant && !isThere)
      places.push_back(id);
    isThere = isMeant && location.kind == program::OpKind::None;
  }
}

} // namespace

support::Outcome<TargetLine> readTargetLine(const std::string &text) {
  const std::size_t colon = text.rfind(':');
  TargetLine target;
  if (colon != std::string::npos && colon > 0) {
    target.file = text.substr(0, colon);
    const std::string number = text.substr(colon + 1);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), target.line);
    if (error == std::errc{} && end == number.data() + number.size() && target.line)
      return target;
  }
  return support::Failure{
      fmt::format("target '{}' is no place; it must be FILE:LINE, as in account.c:12", text), {}};
}

support::Outcome<Goal> goalAt(const program::Program &program, const TargetLine &line) {
  Goal goal;
  for (const program::Function &function : program.functions())
    if (!function.isModel)
      addLine(program, function, line, goal.places);
  if (goal.places.empty()) // Where a function is named its code begins.
    for (const program::Function &function : program.functions())
      if (const llvm::DISubprogram *about = function.function->getSubprogram();
          about && !function.isModel && about->getLine() == line.line &&
          isSameFile(program.place(function.first).file, line.file))
        goal.places.push_back(entryOf(program, function));
  if (goal.places.empty())
    return noCode(program, line);
  goal.name = fmt::format("{}:{}", program.place(goal.places.front()).file, line.line);
  return goal;
}

support::Outcome<Goal> goalFunction(const program::Program &program, const std::string &name) {
  Goal goal{"function " + name, {}};
  std::vector<std::string> names;
  for (const program::Function &function : program.functions()) {
    if (function.isModel)
      continue;
    names.push_back(function.shownName);
    if (function.shownName == name || function.name == name ||
        function.shownName.substr(0, function.shownName.find('(')) == name)
      goal.places.push_back(entryOf(program, function));
  }
  if (!goal.places.empty())
    return goal;
  const auto meant = support::nearest(name, names);
  return support::Failure{
      fmt::format("the program has no function '{}'{}", name,
                  meant ? fmt::format("; did you mean '{}'?", *meant) : std::string()),
      {}};
}

std::vector<program::Mark> marksFor(const std::vector<Goal> &goals) {
  std::map<program::LocationId, std::uint64_t> targets;
  for (std::size_t i = 0; i < goals.size(); ++i)
    for (const program::LocationId place : goals[i].places)
      targets[place] |= std::uint64_t{1} << i;
  std::vector<program::Mark> marks;
  for (const auto &[place, bits] : targets)
    marks.push_back({place, bits});
  return marks;
}

} // namespace heddle::analysis
