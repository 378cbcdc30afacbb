#include "frontend/compile_commands.h"

#include "frontend/input.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>
#include <utility>

namespace heddle::frontend {

namespace {

using support::Failure;

/// The one path of a file, however it was written.
std::string canonical(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<256> path(file);
  if (!directory.empty())
    llvm::sys::fs::make_absolute(directory, path);
  else if (llvm::sys::fs::make_absolute(path))
    return file.str(); // There is no current directory any more.
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(path, real))
    return std::string(real);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

/// Flags whose value is the next argument, both of which are dropped.
bool isDroppedWithValue(llvm::StringRef flag) {
  return llvm::is_contained(
      {"-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-dependency-file"}, flag);
}

bool isDropped(llvm::StringRef flag) {
  if (llvm::is_contained({"-c", "-S", "-E", "--", "-emit-llvm", "--coverage", "-coverage", "-pipe"},
                         flag))
    return true;
  for (const char *prefix : {"-o", "-M", "-O", "-flto", "-fsanitize", "-fprofile", "-save-temps",
                             "--save-temps", "-Werror", "-fcoverage", "-ftest-coverage"})
    if (flag.starts_with(prefix))
      return true;
  return false;
}

std::vector<std::string> splitCommand(llvm::StringRef command) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 32> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

/// The words of an entry: `arguments`, or `command` split as a shell would; empty if it has
/// neither.
std::vector<std::string> wordsOf(const llvm::json::Object &entry) {
  if (const llvm::json::Array *arguments = entry.getArray("arguments")) {
    std::vector<std::string> words;
    for (const llvm::json::Value &word : *arguments)
      words.push_back(word.getAsString().value_or("").str());
    return words;
  }
  return splitCommand(entry.getString("command").value_or(""));
}

} // namespace

std::vector<std::string> meaningfulFlags(const std::vector<std::string> &arguments,
                                         const std::string &directory, const std::string &file) {
  const auto isInput = [&](llvm::StringRef word) {
    return llvm::sys::path::filename(word) == llvm::sys::path::filename(file) &&
           canonical(directory, word) == file;
  };
  std::vector<std::string> flags;
  // The compiler comes first, perhaps behind a launcher such as ccache.
  auto word = std::find_if(arguments.begin(), arguments.end(),
                           [](const std::string &one) { return one.starts_with('-'); });
  for (; word != arguments.end(); ++word) {
    if (isDroppedWithValue(*word)) {
      if (++word == arguments.end())
        break;
      continue;
    }
    if (!isDropped(*word) && !isInput(*word))
      flags.push_back(*word);
  }
  return flags;
}

support::Outcome<CompileCommands> CompileCommands::read(const std::string &directory) {
  CompileCommands database;
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, "compile_commands.json");
  database.path = std::string(path);

  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return Failure{
        fmt::format("{}: cannot be read: {}", database.path, lowered(buffer.getError().message())),
        {}};
  auto parsed = llvm::json::parse((*buffer)->getBuffer());
  if (!parsed)
    return Failure{
        fmt::format("{}: not JSON: {}", database.path, lowered(llvm::toString(parsed.takeError()))),
        {}};
  const llvm::json::Array *entries = parsed->getAsArray();
  if (!entries)
    return Failure{
        fmt::format("{}: not a compilation database: the top level is not an array", database.path),
        {}};
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const llvm::json::Object *entry = (*entries)[i].getAsObject();
    const auto file = entry ? entry->getString("file") : std::nullopt;
    const std::vector<std::string> words = entry ? wordsOf(*entry) : std::vector<std::string>{};
    if (!file || words.empty())
      return Failure{fmt::format("{}: entry {} has no \"file\", or neither \"command\" nor "
                                 "\"arguments\"",
                                 database.path, i + 1),
                     {}};
    CompileJob job;
    // An entry's directory may itself be relative: to where the database is.
    job.directory =
        canonical(canonical({}, directory), entry->getString("directory").value_or("."));
    job.file = canonical(job.directory, *file);
    job.flags = meaningfulFlags(words, job.directory, job.file);
    job.cxx = llvm::StringRef(words.front()).ends_with("++");
    database.known.push_back(std::move(job));
  }
  return database;
}

support::Outcome<CompileJob> CompileCommands::jobFor(const std::string &file) const {
  const std::string wanted = canonical({}, file);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const CompileJob &job) { return job.file == wanted; });
  if (found == known.end())
    return Failure{fmt::format("{}: no entry for {}", path, file), {}};
  return *found;
}

} // namespace heddle::frontend
