#include "cli/versions.h"

#include "analysis/callers_apart.h"
#include "cli/arguments.h"
#include "cli/common.h"
#include "support/renamed_sources.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <unistd.h>

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;
using support::Failure;
using support::Outcome;

/// Runs git with these arguments; what it prints.
Outcome<std::string> git(const std::vector<std::string> &arguments, const std::string &indexFile,
                         const std::string &scratch) {
  const auto program = llvm::sys::findProgramByName("git");
  if (!program)
    return Failure{"git is not installed, and --git needs it", {}};
  std::vector<std::string> words = {*program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string output = scratch + "/output", errors = scratch + "/errors";
  std::vector<llvm::StringRef> refs(words.begin(), words.end());
  std::vector<std::string> settings;
  for (char **entry = environ; *entry; ++entry)
    settings.emplace_back(*entry);
  if (!indexFile.empty())
    settings.push_back("GIT_INDEX_FILE=" + indexFile);
  const std::vector<llvm::StringRef> environment(settings.begin(), settings.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(output),
                                                      llvm::StringRef(errors)};
  const int code =
      llvm::sys::ExecuteAndWait(*program, refs, llvm::ArrayRef(environment), redirects);
  const auto textOf = [](const std::string &file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  };
  if (code != 0)
    return Failure{fmt::format("git {} failed", arguments.front()), textOf(errors)};
  return llvm::StringRef(textOf(output)).rtrim().str();
}

bool isSource(const fs::path &path) {
  const std::string name = path.string();
  return looksLikeInput(name) && !name.ends_with(".heddle");
}

/// Where a path of the working tree lies in the copy; nothing if it is none.
std::optional<std::string> moved(const std::string &path, const fs::path &root,
                                 const std::string &copy) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  if (error)
    return std::nullopt;
  const fs::path relative = whole.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..")
    return std::nullopt;
  return copy + "/" + relative.string();
}

} // namespace

Outcome<std::vector<std::string>> sourcesOf(const std::string &version) {
  std::vector<std::string> files;
  std::error_code error;
  if (fs::is_directory(version, error)) {
    for (const auto &entry : fs::recursive_directory_iterator(version, error))
      if (entry.is_regular_file() && isSource(entry.path()))
        files.push_back(entry.path().string());
    if (files.empty())
      return Failure{fmt::format("no C or C++ sources in directory '{}'", version), {}};
    std::ranges::sort(files);
    return files;
  }
  for (std::size_t from = 0; from <= version.size();) {
    const std::size_t to = std::min(version.find(',', from), version.size());
    if (to != from)
      files.push_back(version.substr(from, to - from));
    from = to + 1;
  }
  if (files.empty())
    return Failure{"a version has no files", {}};
  return files;
}

Outcome<TemporaryDirectory> TemporaryDirectory::make() {
  llvm::SmallString<128> path;
  if (const std::error_code error = llvm::sys::fs::createUniqueDirectory("heddle-diff", path))
    return Failure{fmt::format("cannot make a temporary directory: {}", error.message()), {}};
  return TemporaryDirectory(path.str().str());
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory &&other) noexcept
    : name(std::move(other.name)) {
  other.name.clear();
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!name.empty())
    fs::remove_all(name, ignored);
}

Outcome<Revision> checkOut(const std::string &revision, const std::string &version,
                           const std::vector<std::string> &files,
                           const std::vector<std::string> &flags) {
  Outcome<TemporaryDirectory> directory = TemporaryDirectory::make();
  if (!directory)
    return directory.failure();
  const std::string scratch = directory->path();
  std::string folder = fs::path(files.front()).parent_path().string();
  folder = folder.empty() ? "." : folder;
  const Outcome<std::string> top = git({"-C", folder, "rev-parse", "--show-toplevel"}, "", scratch);
  if (!top)
    return Failure{fmt::format("'{}' is in no git repository", files.front()),
                   top.failure().detail};
  const fs::path root = *top;
  const std::string tree = scratch + "/tree", index = scratch + "/index";
  if (const auto known =
          git({"-C", *top, "rev-parse", "--verify", "--quiet", revision + "^{tree}"}, "", scratch);
      !known)
    return Failure{fmt::format("git knows no revision '{}'", revision), {}};
  if (const auto done = git({"-C", *top, "read-tree", revision}, index, scratch); !done)
    return done.failure();
  if (const auto done =
          git({"-C", *top, "checkout-index", "--all", "--prefix=" + tree + "/"}, index, scratch);
      !done)
    return done.failure();
  Revision result{std::move(*directory), {}, {}, tree + "/", revision + ":"};
  std::error_code ignored;
  const bool isDirectory = fs::is_directory(version, ignored);
  if (isDirectory) { // Which may have had other files.
    const auto path = moved(version, root, tree);
    auto sources = path ? sourcesOf(*path) : Failure{"", {}};
    if (!sources)
      return Failure{fmt::format("revision '{}' has no sources in '{}'", revision, version), {}};
    result.files = std::move(*sources);
  }
  for (const std::string &file : isDirectory ? std::vector<std::string>() : files) {
    const auto path = moved(file, root, tree);
    if (!path || !fs::exists(*path))
      return Failure{fmt::format("revision '{}' has no file '{}'", revision, file), {}};
    result.files.push_back(*path);
  }
  for (const std::string &flag : flags) {
    std::string prefix;
    for (const char *option : {"-I", "-iquote", "-isystem", "-include"})
      if (flag.starts_with(option) && flag.size() > std::string_view(option).size())
        prefix = option;
    std::error_code error;
    const std::string path = flag.substr(prefix.size());
    const auto there =
        !path.starts_with('-') && fs::exists(path, error) ? moved(path, root, tree) : std::nullopt;
    result.flags.push_back(there ? prefix + *there : flag);
  }
  result.flags.push_back("-ffile-prefix-map=" + result.root + "=" + result.shown);
  return result;
}

Outcome<Versions> loadVersions(const frontend::Options &given, const std::string &git,
                               const std::string &old, const std::string &current) {
  Versions versions;
  std::vector<std::string> files[2];
  std::vector<std::string> flags[2] = {given.flags, given.flags};
  auto sources = sourcesOf(git.empty() ? current : old);
  if (!sources)
    return sources.failure();
  files[1] = std::move(*sources);
  if (git.empty()) {
    auto oldSources = sourcesOf(old);
    if (!oldSources)
      return oldSources.failure();
    files[0] = std::move(*oldSources);
  } else {
    auto revision = checkOut(git, old, files[1], given.flags);
    if (!revision)
      return revision.failure();
    files[0] = revision->files;
    flags[0] = revision->flags;
    support::renameSources(revision->shown, revision->root);
    versions.revision.emplace(std::move(*revision));
  }
  for (std::size_t side = 0; side < 2; ++side) {
    frontend::Options frontend = given;
    frontend.files = files[side];
    frontend.flags = flags[side];
    frontend.warnings = side == 1 && given.warnings;
    auto program = loadProgram(frontend);
    if (!program)
      return program.failure();
    auto apart = analysis::withCallersApart(*program);
    if (!apart)
      return apart.failure();
    versions.programs.push_back(std::move(*program));
    versions.apart.push_back(std::move(*apart));
    versions.frontends.push_back(std::move(frontend));
  }
  return versions;
}

} // namespace heddle::cli
