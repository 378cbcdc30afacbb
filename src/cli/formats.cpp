#include "cli/formats.h"

#include "cli/arguments.h"
#include "report/sarif.h"

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

support::Done isNoProgram(const std::string &path, const char *what) {
  if (looksLikeInput(path))
    return support::Failure{
        fmt::format("refusing to write {} to '{}', which looks like a program", what, path), {}};
  return support::done();
}

support::Failure cannotWrite(const std::string &path, int reason) {
  return {fmt::format("cannot write '{}': {}", path, std::strerror(reason)), {}};
}

/// Leaves nothing behind: what is not written in the end is not there.
support::Done canWriteFile(const std::string &path, const char *what) {
  if (path.empty())
    return support::done();
  if (const support::Done fine = isNoProgram(path, what); !fine)
    return fine.failure();
  std::error_code error;
  if (fs::is_directory(path, error))
    return cannotWrite(path, EISDIR);
  // A file that is there need not be one that can be replaced, such as /dev/stdout.
  const fs::path place =
      fs::exists(path, error) ? fs::path(path) : fs::absolute(path).parent_path();
  if (access(place.c_str(), W_OK) != 0)
    return cannotWrite(path, errno);
  if (place != path && !fs::is_directory(place, error))
    return cannotWrite(path, ENOTDIR);
  return support::done();
}

std::string workingDirectory() {
  std::error_code error;
  const fs::path path = fs::current_path(error);
  return error ? "/" : path.string();
}

} // namespace

void addFormatOptions(CLI::App &command, FormatOptions &options) {
  command
      .add_option("--sarif", options.sarif,
                  "write the findings as SARIF 2.1.0, for editors and code hosts")
      ->type_name("FILE");
}

support::Done canWrite(const FormatOptions &options) {
  return canWriteFile(options.sarif, "SARIF");
}

support::Done writeFormats(const report::Result &result, const support::SourceText &sources,
                           const FormatOptions &options) {
  if (!options.sarif.empty()) {
    std::string text;
    llvm::raw_string_ostream out(text);
    report::printSarif(out, result, sources, workingDirectory());
    if (const support::Done written = writeFile(options.sarif, text, "SARIF"); !written)
      return written.failure();
  }
  return support::done();
}

support::Done writeFile(const std::string &path, const std::string &text, const char *what) {
  if (const support::Done fine = isNoProgram(path, what); !fine)
    return fine.failure();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file)
    return cannotWrite(path, errno);
  return support::done();
}

} // namespace heddle::cli
