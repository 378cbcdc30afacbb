// Results as files for other tools: --sarif.
#pragma once

#include "report/result.h"
#include "support/outcome.h"
#include "support/source_text.h"

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct FormatOptions {
  std::string sarif; ///< A file, or empty.
};
void addFormatOptions(CLI::App &command, FormatOptions &options);

/// What is wrong with the files asked for, before anybody waits for them.
support::Done canWrite(const FormatOptions &options);

support::Done writeFormats(const report::Result &result, const support::SourceText &sources,
                           const FormatOptions &options);

/// Does not write over what looks like a program; `what` is to be written: "a page".
support::Done writeFile(const std::string &path, const std::string &text, const char *what);

} // namespace heddle::cli
