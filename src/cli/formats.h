// Results as files for other tools: --sarif, --witness, --dot.
#pragma once

#include "report/result.h"
#include "support/outcome.h"
#include "support/source_text.h"

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct FormatOptions {
  // Files, or empty.
  std::string sarif;
  std::string witness; ///< Its ending says the format.
  std::string dot;     ///< A directory.
};
void addFormatOptions(CLI::App &command, FormatOptions &options);
/// Of them those for a program that was not run: --sarif, --dot.
void addPairFormats(CLI::App &command, FormatOptions &options);

/// What is wrong with the files asked for, before anybody waits for them.
support::Done canWrite(const FormatOptions &options);
/// The same of one file, which may be none; `what` is to be written: "a page".
support::Done canWriteFile(const std::string &path, const char *what);

support::Done writeFormats(const report::Result &result, const support::SourceText &sources,
                           const FormatOptions &options);

/// The files of a program: relative where they are below the working directory, else whole.
std::vector<std::string> namedLikePlaces(const std::vector<std::string> &files);

/// Does not write over what looks like a program; `what` is to be written: "a page".
support::Done writeFile(const std::string &path, const std::string &text, const char *what);

} // namespace heddle::cli
