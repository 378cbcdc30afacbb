#include "frontend/entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>

namespace heddle::frontend {

namespace {

/// "bank::run(int)" becomes "bank::run".
std::string sourceName(const llvm::Function &function) {
  const std::string full = llvm::demangle(function.getName());
  return full.substr(0, full.find('('));
}

/// The defined function with the most similar name, if it is similar enough to be a slip.
std::string nearest(const llvm::Module &module, llvm::StringRef name) {
  std::string best;
  unsigned bestDistance = static_cast<unsigned>(name.size()) / 3 + 2;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    const std::string candidate = sourceName(function);
    const unsigned distance = name.edit_distance(candidate, true, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

bool allEmpty(const std::vector<std::string> &files) {
  for (const std::string &file : files) {
    std::uint64_t size = 0;
    if (llvm::sys::fs::file_size(file, size) || size != 0)
      return false;
  }
  return true;
}

} // namespace

support::Outcome<std::string> findEntry(const llvm::Module &module, const std::string &name,
                                        const std::vector<std::string> &files) {
  if (const llvm::Function *function = module.getFunction(name))
    if (!function->isDeclaration())
      return name;

  std::vector<std::string> named;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration() && sourceName(function) == name)
      named.push_back(function.getName().str());
  if (named.size() == 1)
    return named.front();

  const std::string where = fmt::format("{}", fmt::join(files, ", "));
  if (!named.empty())
    return support::Failure{fmt::format("{}: several functions are called '{}'; name one of {}",
                                        where, name, fmt::join(named, ", ")),
                            {}};
  std::string message = fmt::format("{}: no function '{}' to start in", where, name);
  if (allEmpty(files))
    message += " (the file is empty)";
  else if (const std::string similar = nearest(module, name); !similar.empty())
    message += fmt::format("; did you mean --entry {}?", similar);
  else if (name == "main")
    message += "; name another function with --entry";
  return support::Failure{std::move(message), {}};
}

} // namespace heddle::frontend
