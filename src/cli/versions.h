// The two versions that `heddle diff` compares: files, lists of them, directories, or a revision.
#pragma once

#include "support/outcome.h"

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
};
support::Outcome<Revision> checkOut(const std::string &revision,
                                    const std::vector<std::string> &files,
                                    const std::vector<std::string> &flags);

} // namespace heddle::cli
