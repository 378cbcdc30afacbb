// The two versions that `heddle diff` compares: files, lists of them, directories, or a revision.
#pragma once

#include "frontend/frontend.h"
#include "program/program.h"
#include "support/outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

/// The sources that a version consists of: a file, several joined by commas, or all sources of a
/// directory and those below it.
support::Outcome<std::vector<std::string>> sourcesOf(const std::string &version);

/// A directory that is gone when this is.
class TemporaryDirectory {
public:
  static support::Outcome<TemporaryDirectory> make();
  TemporaryDirectory(TemporaryDirectory &&other) noexcept;
  TemporaryDirectory &operator=(TemporaryDirectory &&) = delete;
  ~TemporaryDirectory();
  const std::string &path() const { return name; }

private:
  explicit TemporaryDirectory(std::string name) : name(std::move(name)) {}
  std::string name;
};

/// Files of the working tree as they are in a revision, with all others of the repository beside
/// them so that they find their headers.
struct Revision {
  TemporaryDirectory directory;
  std::vector<std::string> files;
  std::vector<std::string> flags; ///< Those given, with paths in the working tree made its own.
  std::string root;               ///< Where the top of the repository lies,
  std::string shown;              ///< and what stands for that in paths: "HEAD~1:".
};
/// `version` is what the files were found by: a directory had those that it had then.
support::Outcome<Revision> checkOut(const std::string &revision, const std::string &version,
                                    const std::vector<std::string> &files,
                                    const std::vector<std::string> &flags);

/// Both programs, the old one first, and what they need to be there.
struct Versions {
  std::optional<Revision> revision;
  std::vector<program::Program> programs;
  std::vector<program::Program> apart;      ///< The same with their library told apart by callers.
  std::vector<frontend::Options> frontends; ///< How they were read.
};
/// `current` is empty if `old` names files that are compared with what they were in revision `git`.
support::Outcome<Versions> loadVersions(const frontend::Options &frontend, const std::string &git,
                                        const std::string &old, const std::string &current);

} // namespace heddle::cli
