#include "frontend/load_ir.h"

#include "frontend/input.h"
#include "frontend/sandbox.h"

#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>
#include <tuple>
#include <utility>

namespace heddle::frontend {

namespace {

using support::Failure;
using ReadModule = support::Outcome<std::unique_ptr<llvm::Module>>;

constexpr const char *knownTriple = "x86_64-pc-linux-gnu";
constexpr const char *knownLayout =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// The major version in a producer string such as "LLVM20.1.0"; 0 if it is of another form.
unsigned majorVersion(llvm::StringRef producer) {
  unsigned major = 0;
  if (!producer.consume_front("LLVM") || producer.consumeInteger(10, major))
    return 0;
  return major;
}

Failure brokenBitcode(const std::string &file, llvm::Error error) {
  return {fmt::format("{}: broken or truncated bitcode: {}", file,
                      lowered(llvm::toString(std::move(error)))),
          {}};
}

ReadModule parseBitcode(llvm::MemoryBufferRef buffer, const std::string &file,
                        llvm::LLVMContext &context) {
  auto producer = llvm::getBitcodeProducerString(buffer);
  if (!producer)
    return brokenBitcode(file, producer.takeError());
  // A newer writer may give an old record a new meaning, so reading on would be guessing.
  if (majorVersion(*producer) > LLVM_VERSION_MAJOR)
    return Failure{fmt::format("{}: bitcode of a newer LLVM (made by {}; this heddle reads up to "
                               "LLVM {})",
                               file, *producer, LLVM_VERSION_MAJOR),
                   {}};
  auto module = llvm::parseBitcodeFile(buffer, context);
  if (!module)
    return brokenBitcode(file, module.takeError());
  return std::move(*module);
}

ReadModule parseText(llvm::MemoryBufferRef buffer, const std::string &file,
                     llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly(buffer, diagnostic, context);
  if (module)
    return module;
  std::string detail;
  llvm::raw_string_ostream out(detail);
  diagnostic.print(nullptr, out, /*ShowColors=*/false);
  return Failure{fmt::format("{}:{}: not valid LLVM assembly: {}", file, diagnostic.getLineNo(),
                             lowered(diagnostic.getMessage().str())),
                 detail};
}

} // namespace

ReadModule readIr(const std::string &file, llvm::LLVMContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return Failure{
        fmt::format("{}: cannot be read: {}", file, lowered(buffer.getError().message())), {}};
  const llvm::MemoryBufferRef content = (*buffer)->getMemBufferRef();
  if (content.getBufferSize() == 0)
    return Failure{fmt::format("{}: the file is empty", file), {}};

  const auto read = [&](llvm::LLVMContext &into) -> ReadModule {
    ReadModule module = llvm::StringRef(file).ends_with(".bc") ? parseBitcode(content, file, into)
                                                               : parseText(content, file, into);
    if (module) {
      if (auto checked = checkModule(**module, file); !checked)
        return checked.failure();
    }
    return module;
  };
  // LLVM's readers trust their input in places; a malformed file must end in a message all the
  // same.
  const unsigned seconds = 5 + static_cast<unsigned>(content.getBufferSize() >> 20);
  const auto tried = tryInChild(
      [&] {
        llvm::LLVMContext scratch;
        std::ignore = read(scratch);
      },
      seconds);
  if (!tried)
    return Failure{fmt::format("{}: malformed: reading it {}", file, tried.failure().message), {}};
  return read(context);
}

ReadModule readBitcode(const llvm::MemoryBuffer &bitcode, const std::string &file,
                       llvm::LLVMContext &context) {
  ReadModule read = parseBitcode(bitcode.getMemBufferRef(), file, context);
  if (read) {
    (*read)->setModuleIdentifier(file);
    if (auto checked = checkModule(**read, file); !checked)
      return checked.failure();
  }
  return read;
}

support::Done checkModule(llvm::Module &module, const std::string &file) {
  std::string problems;
  llvm::raw_string_ostream out(problems);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(module, &out, &brokenDebugInfo)) {
    const std::string first = problems.substr(0, problems.find('\n'));
    return Failure{fmt::format("{}: invalid LLVM IR: {}", file, lowered(first)), problems};
  }
  if (brokenDebugInfo)
    llvm::StripDebugInfo(module);

  if (module.getTargetTriple().empty())
    module.setTargetTriple(knownTriple);
  if (module.getDataLayoutStr().empty())
    module.setDataLayout(knownLayout);
  const llvm::Triple triple(module.getTargetTriple());
  const llvm::DataLayout &layout = module.getDataLayout();
  const bool known = triple.getArch() == llvm::Triple::x86_64 && layout.isLittleEndian() &&
                     layout.getPointerSize() == 8;
  if (!known)
    return Failure{fmt::format("{}: compiled for {} with {}-bit pointers; heddle runs x86-64 "
                               "programs only",
                               file, triple.str(), 8 * layout.getPointerSize()),
                   {}};
  return support::done();
}

} // namespace heddle::frontend
