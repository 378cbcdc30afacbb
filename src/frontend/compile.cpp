#include "frontend/compile.h"

#include "support/embedded.h"

#include <cstdlib>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>
#include <optional>
#include <span>
#include <utility>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> programHeaders();
} // namespace heddle::embedded

namespace heddle::frontend {

namespace {

constexpr const char *headerRoot = "/heddle-include";
constexpr const char *cxxHeaderRoot = "/heddle-include/c++";

/// Where the compiler finds an embedded header. Those of C++ stand before libstdc++'s own.
std::string placeOf(std::string_view name) {
  if (name == "heddle.h")
    return std::string(headerRoot) + "/heddle/heddle.h";
  const bool isInner = name.ends_with(".h");
  return fmt::format("{}/{}{}", cxxHeaderRoot, isInner ? "bits/" : "", name);
}

/// The clang of configure time, or the one of the same version in PATH on another machine.
support::Outcome<std::string> findClang(const char *configured, const char *name) {
  if (llvm::sys::fs::can_execute(configured))
    return std::string(configured);
  if (auto found = llvm::sys::findProgramByName(name))
    return *found;
  return support::Failure{
      fmt::format("clang is missing: neither {} nor {} in PATH can be run", configured, name), {}};
}

bool wantsColour() {
  const char *noColour = std::getenv("NO_COLOR");
  return (!noColour || !*noColour) && llvm::errs().is_displayed();
}

/// Clang's words about its crash without the addresses of its stack, which say nothing to a user.
std::string withoutFrames(llvm::StringRef text) {
  std::string kept;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (!line.ltrim().starts_with("#"))
      kept += line.str() + "\n";
    text = rest;
  }
  return kept;
}

std::string overlayFor(const std::vector<MemoryFile> &headers) {
  std::string roots;
  for (std::size_t i = 0; i < headers.size(); ++i)
    roots +=
        fmt::format(R"({}{{"name": "{}", "type": "file", "external-contents": "{}"}})",
                    i ? ", " : "", placeOf(embedded::programHeaders()[i].name), headers[i].path());
  return fmt::format(R"({{"version": 0, "use-external-names": false, "roots": [{}]}})", roots);
}

} // namespace

Compiler::Compiler(std::string clang, std::string clangxx, std::vector<MemoryFile> headers,
                   MemoryFile overlay, bool warnings)
    : clang(std::move(clang)), clangxx(std::move(clangxx)), headers(std::move(headers)),
      overlay(std::move(overlay)), warnings(warnings) {}

support::Outcome<Compiler> Compiler::create(bool warnings) {
  auto clang = findClang(HEDDLE_CLANG, "clang-19");
  if (!clang)
    return clang.failure();
  auto clangxx = findClang(HEDDLE_CLANGXX, "clang++-19");
  if (!clangxx)
    return clangxx.failure();
  std::vector<MemoryFile> headers;
  for (const support::EmbeddedFile &file : embedded::programHeaders()) {
    auto header = MemoryFile::create(file.bytes);
    if (!header)
      return header.failure();
    headers.push_back(std::move(*header));
  }
  auto overlay = MemoryFile::create(overlayFor(headers));
  if (!overlay)
    return overlay.failure();
  return Compiler(std::move(*clang), std::move(*clangxx), std::move(headers), std::move(*overlay),
                  warnings);
}

std::vector<std::string> Compiler::arguments(const CompileJob &job) const {
  std::vector<std::string> result = {
      job.cxx ? clangxx : clang,
      "-O0",
      "-g",
      "-Xclang",
      "-disable-O0-optnone",
      // At -O0 this gives lifetime markers and nothing else: no ASan code comes with it.
      "-Xclang",
      "-fsanitize-address-use-after-scope",
      "-fno-discard-value-names",
      "-Wno-error=implicit-function-declaration",
      "-Wno-error=implicit-int",
      "-Wno-error=int-conversion",
      "-Qunused-arguments",
      "-fno-crash-diagnostics",
      wantsColour() ? "-fcolor-diagnostics" : "-fno-color-diagnostics",
      "-D__HEDDLE__=1",
      "-ivfsoverlay",
      overlay.path(),
      "-isystem",
      headerRoot,
  };
  if (job.cxx) {
    // Semaphores of the machine rather than those that libstdc++ builds of atomics. And, as for
    // ThreadSanitizer, a shared_ptr that counts down in one step: a look ahead of it, to save
    // that step, would be one more to interleave, and what it does then a race.
    for (const char *more :
         {"-isystem", cxxHeaderRoot, "-D_GLIBCXX_REQUIRE_POSIX_SEMAPHORE=1", "-D_GLIBCXX_TSAN=1"})
      result.emplace_back(more);
  }
  if (!job.directory.empty())
    result.push_back("-working-directory=" + job.directory);
  result.insert(result.end(), job.flags.begin(), job.flags.end());
  if (!warnings)
    result.emplace_back("-w");
  for (const char *last : {"-emit-llvm", "-c", "-o", "-", "--"})
    result.emplace_back(last);
  result.push_back(job.file);
  return result;
}

support::Outcome<Compiled> Compiler::compile(const CompileJob &job) const {
  auto output = MemoryFile::create();
  if (!output)
    return output.failure();
  auto errors = MemoryFile::create();
  if (!errors)
    return errors.failure();

  const std::vector<std::string> owned = arguments(job);
  const std::vector<llvm::StringRef> viewed(owned.begin(), owned.end());
  const std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), llvm::StringRef(output->path()), llvm::StringRef(errors->path())};
  std::string why;
  const int code = llvm::sys::ExecuteAndWait(owned.front(), viewed, std::nullopt, redirects,
                                             /*SecondsToWait=*/0, /*MemoryLimit=*/0, &why);
  if (code == 0)
    return Compiled{output->read(), errors->text()};
  if (code == -1)
    return support::Failure{fmt::format("{}: cannot run {}: {}", job.file, owned.front(), why),
                            errors->text()};
  // The driver recovers from a crash of the compiler proper and exits like a shell would, or with
  // the code for an internal error.
  constexpr int internalError = 70;
  if (code == -2 || code > 128 || code == internalError)
    return support::Failure{fmt::format("{}: clang crashed while compiling it{}", job.file,
                                        why.empty() ? "" : " (" + why + ")"),
                            withoutFrames(errors->text())};
  std::string said = errors->text();
  if (said.find("' file not found") != std::string::npos)
    said += "heddle: note: where headers are is said by flags after '--' (-- -Iinclude), or by a "
            "compile_commands.json (-p DIR)\n";
  return support::Failure{fmt::format("{}: does not compile", job.file), std::move(said)};
}

} // namespace heddle::frontend
