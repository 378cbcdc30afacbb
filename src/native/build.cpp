#include "native/build.h"

#include "support/embedded.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>
#include <span>
#include <vector>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> nativeRuntime();
} // namespace heddle::embedded

namespace heddle::native {

namespace {

using support::Failure;

/// What the objects of the runtime define.
std::set<std::string> runtimeSymbols() {
  std::set<std::string> names;
  for (const support::EmbeddedFile &file : embedded::nativeRuntime()) {
    auto object = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(file.bytes.data(), file.bytes.size()), "runtime"));
    if (!object) {
      llvm::consumeError(object.takeError());
      continue;
    }
    for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
      auto flags = symbol.getFlags();
      auto name = symbol.getName();
      if (flags && name && (*flags & llvm::object::SymbolRef::SF_Global) &&
          !(*flags & llvm::object::SymbolRef::SF_Undefined))
        names.insert(name->str());
      if (!flags)
        llvm::consumeError(flags.takeError());
      if (!name)
        llvm::consumeError(name.takeError());
    }
  }
  return names;
}

support::Outcome<std::string> findClang() {
  if (llvm::sys::fs::can_execute(HEDDLE_CLANGXX))
    return std::string(HEDDLE_CLANGXX);
  if (auto found = llvm::sys::findProgramByName("clang++-19"))
    return *found;
  return Failure{"clang++-19 is missing, which builds the program for a native replay", {}};
}

bool usesCxx(const llvm::Module &module) {
  for (const llvm::GlobalValue &value : module.global_values())
    if (value.getName().starts_with("_Z") || value.getName().starts_with("__cxa_"))
      return true;
  return false;
}

support::Done link(const Workshop &workshop, bool isCxx, bool sanitizes) {
  const auto clang = findClang();
  if (!clang)
    return clang.failure();
  std::vector<std::string> command = {*clang, "-O0", "-w", "-x", "ir", workshop.path("program.bc"),
                                      "-x",   "none"};
  for (const support::EmbeddedFile &file : embedded::nativeRuntime())
    command.push_back(workshop.path(std::string(file.name)));
  // A plain C program shall not wait for the C++ library to be loaded.
  if (!isCxx)
    command.insert(command.end(), {"-Wl,--as-needed"});
  if (sanitizes)
    command.emplace_back("-fsanitize=address");
  if (llvm::sys::findProgramByName("ld.lld-19"))
    command.emplace_back("-fuse-ld=lld-19");
  command.insert(command.end(), {"-lm", "-ldl", "-pthread", "-o", workshop.path("program")});
  const std::vector<llvm::StringRef> viewed(command.begin(), command.end());
  const std::string log = workshop.path("build.log");
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(log),
                                                      llvm::StringRef(log)};
  std::string why;
  if (llvm::sys::ExecuteAndWait(command.front(), viewed, std::nullopt, redirects, 0, 0, &why) == 0)
    return support::done();
  auto said = llvm::MemoryBuffer::getFile(log);
  return Failure{"the program cannot be built for a native replay",
                 why + (said ? (*said)->getBuffer().str() : "")};
}

} // namespace

support::Outcome<Workshop> Workshop::open(const std::string &keep) {
  llvm::SmallString<128> path;
  const std::error_code error = keep.empty()
                                    ? llvm::sys::fs::createUniqueDirectory("heddle-native", path)
                                    : llvm::sys::fs::create_directories(keep);
  if (error)
    return Failure{fmt::format("cannot make a directory{} for a native replay: {}",
                               keep.empty() ? "" : " '" + keep + "'", error.message()),
                   {}};
  if (!keep.empty())
    path = keep;
  if (const std::error_code lost = llvm::sys::fs::make_absolute(path))
    return Failure{fmt::format("cannot tell where '{}' is: {}", keep, lost.message()), {}};
  return Workshop(path.str().str(), !keep.empty());
}

Workshop::Workshop(Workshop &&other) noexcept
    : directory(std::move(other.directory)), isKept(other.isKept) {
  other.directory.clear();
}

Workshop::~Workshop() {
  std::error_code ignored;
  if (!isKept && !directory.empty())
    std::filesystem::remove_all(directory, ignored);
}

support::Done Workshop::write(const std::string &name, std::string_view bytes) const {
  std::ofstream out(path(name), std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out)
    return Failure{fmt::format("cannot write {}: {}", path(name), std::strerror(errno)), {}};
  return support::done();
}

bool needsAddressSanitizer(vm::FaultKind kind) {
  switch (kind) {
  case vm::FaultKind::OutOfBounds:
  case vm::FaultKind::UseAfterFree:
  case vm::FaultKind::DoubleFree:
  case vm::FaultKind::InvalidFree:
    return true;
  default:
    return false;
  }
}

support::Done build(const Workshop &workshop, const std::string &userCode, const std::string &entry,
                    vm::FaultKind kind, bool tellsGlobals) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(userCode, "program"), context);
  if (!module)
    return Failure{"the program cannot be read again: " + llvm::toString(module.takeError()), {}};
  const bool sanitizes = needsAddressSanitizer(kind);
  instrument(**module, {entry, kind, sanitizes, tellsGlobals, runtimeSymbols()});
  std::string bitcode;
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(**module, out);
  if (auto written = workshop.write("program.bc", bitcode); !written)
    return written;
  for (const support::EmbeddedFile &file : embedded::nativeRuntime())
    if (auto written = workshop.write(std::string(file.name), file.bytes); !written)
      return written;
  return link(workshop, usesCxx(**module), sanitizes);
}

} // namespace heddle::native
