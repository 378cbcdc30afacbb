#include "cli/formats.h"

#include "cli/arguments.h"
#include "report/dot.h"
#include "report/flow_graphs.h"
#include "report/sarif.h"
#include "report/witness.h"

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>
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

/// The directory need not be there yet.
support::Done canWriteInto(const std::string &directory) {
  if (directory.empty())
    return support::done();
  fs::path at = fs::absolute(directory);
  std::error_code error;
  while (!fs::exists(at, error) && at.has_relative_path())
    at = at.parent_path();
  if (!fs::is_directory(at, error))
    return cannotWrite(directory, ENOTDIR);
  if (access(at.c_str(), W_OK) != 0)
    return cannotWrite(directory, errno);
  return support::done();
}

std::string workingDirectory() {
  std::error_code error;
  const fs::path path = fs::current_path(error);
  return error ? "/" : path.string();
}

bool isGraphml(const std::string &file) {
  return file.ends_with(".graphml");
}
bool isYaml(const std::string &file) {
  return file.ends_with(".yml") || file.ends_with(".yaml");
}

support::Done writeSarif(const report::Result &result, const support::SourceText &sources,
                         const std::string &file) {
  std::string text;
  llvm::raw_string_ostream out(text);
  report::printSarif(out, result, sources, workingDirectory());
  return writeFile(file, text, "SARIF");
}

support::Done writeWitness(const report::Result &result, const support::SourceText &sources,
                           const std::string &file) {
  if (result.findings.empty()) {
    fmt::print(stderr, "heddle: nothing was found, so no witness is written to '{}'\n", file);
    return support::done();
  }
  const std::string now = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const support::Outcome<report::Witness> witness = report::makeWitness(result, now);
  if (!witness)
    return witness.failure();
  std::string text;
  llvm::raw_string_ostream out(text);
  if (isGraphml(file))
    report::printGraphml(out, *witness, sources);
  else
    report::printYaml(out, *witness);
  return writeFile(file, text, "a witness");
}

/// Two files a finding, numbered as they are reported.
support::Done writeGraphs(const report::Result &result, const std::string &directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    return cannotWrite(directory, error.value());
  const auto write = [&](const char *name, std::size_t number, auto print) {
    std::string text;
    llvm::raw_string_ostream out(text);
    print(out, result.findings[number - 1]);
    return writeFile((fs::path(directory) / fmt::format("{}-{}.dot", name, number)).string(), text,
                     "a graph");
  };
  for (std::size_t i = 1; i <= result.findings.size(); ++i) {
    if (const support::Done written = write("happens-before", i, report::printHappensBefore);
        !written)
      return written.failure();
    if (const support::Done written = write("lock-order", i, report::printLockOrder); !written)
      return written.failure();
  }
  std::vector<report::Graph> graphs;
  if (result.pairs)
    graphs = result.pairs->graphs;
  const auto add = [&](const std::vector<report::Graph> &more) {
    graphs.insert(graphs.end(), more.begin(), more.end());
  };
  if (result.reach)
    add(result.reach->graphs);
  if (result.defuse)
    add(report::graphsOf(*result.defuse));
  if (result.diff)
    add(report::graphsOf(*result.diff));
  for (const report::Graph &graph : graphs) {
    std::string text;
    llvm::raw_string_ostream out(text);
    report::printGraph(out, graph);
    const std::string file = (fs::path(directory) / (graph.name + ".dot")).string();
    if (const support::Done written = writeFile(file, text, "a graph"); !written)
      return written.failure();
  }
  return support::done();
}

} // namespace

void addFormatOptions(CLI::App &command, FormatOptions &options) {
  command
      .add_option("--sarif", options.sarif,
                  "write the findings as SARIF 2.1.0, for editors and code hosts")
      ->type_name("FILE");
  command
      .add_option("--witness", options.witness,
                  "write the first finding as a violation witness of SV-COMP: GraphML 1.0 "
                  "(.graphml) or YAML 2.2 (.yml)")
      ->type_name("FILE");
  command
      .add_option("--dot", options.dot,
                  "write graphs of each finding for Graphviz into a directory: happens-before, "
                  "lock order")
      ->type_name("DIR");
}

void addPairFormats(CLI::App &command, FormatOptions &options) {
  command
      .add_option("--sarif", options.sarif,
                  "write what may go wrong as SARIF 2.1.0, for editors and code hosts")
      ->type_name("FILE");
  command
      .add_option(
          "--dot", options.dot,
          "write graphs for Graphviz into a directory: calls, parallel threads, lock order, "
          "points-to")
      ->type_name("DIR");
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

support::Done canWrite(const FormatOptions &options) {
  if (const support::Done fine = canWriteFile(options.sarif, "SARIF"); !fine)
    return fine.failure();
  if (!options.witness.empty() && !isGraphml(options.witness) && !isYaml(options.witness))
    return support::Failure{
        fmt::format("'{}' does not say the format of the witness: name it .graphml or .yml",
                    options.witness),
        {}};
  if (const support::Done fine = canWriteFile(options.witness, "a witness"); !fine)
    return fine.failure();
  return canWriteInto(options.dot);
}

support::Done writeFormats(const report::Result &result, const support::SourceText &sources,
                           const FormatOptions &options) {
  if (!options.sarif.empty())
    if (const support::Done written = writeSarif(result, sources, options.sarif); !written)
      return written.failure();
  if (!options.witness.empty())
    if (const support::Done written = writeWitness(result, sources, options.witness); !written)
      return written.failure();
  if (!options.dot.empty())
    if (const support::Done written = writeGraphs(result, options.dot); !written)
      return written.failure();
  return support::done();
}

std::vector<std::string> namedLikePlaces(const std::vector<std::string> &files) {
  const std::string here = workingDirectory() + "/";
  std::vector<std::string> names;
  for (const std::string &file : files) {
    llvm::SmallString<256> path(llvm::sys::path::is_relative(file) ? here + file : file);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/false);
    llvm::StringRef name = path;
    name.consume_front(here);
    names.push_back(name.str());
  }
  return names;
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
