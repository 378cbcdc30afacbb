// From text to a program that can run.
#include "analysis/callers_apart.h"
#include "explored.h"
#include "frontend/hash.h"
#include "frontend/normalise.h"

#include <fstream>
#include <llvm/ADT/StringSet.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>

namespace heddle::property {

namespace {

support::Outcome<Ready> ready(support::Outcome<frontend::Unit> unit, bool apart = false) {
  if (!unit)
    return unit.failure();
  auto program = program::Program::build(std::move(*unit));
  if (program && apart)
    program = analysis::withCallersApart(*program);
  if (!program)
    return program.failure();
  Ready result;
  result.program = std::make_unique<program::Program>(std::move(*program));
  result.code = std::make_unique<vm::SharedCode>(*result.program, false);
  return result;
}

llvm::StringSet<> namesOfModels() {
  llvm::StringSet<> names;
  std::ifstream index(PROPERTY_MODELS);
  for (std::string name, file; index >> name;)
    if (std::getline(index, file); name != "#")
      names.insert(name);
  return names;
}

/// Reading the models takes ten times as long as all the rest, and most programs need none.
bool needsModels(const llvm::Module &module) {
  static const llvm::StringSet<> models = namesOfModels();
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.isDeclaration())
      return true;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && models.contains(function.getName()))
      return true;
  return models.empty();
}

} // namespace

support::Outcome<Ready> fromIr(const std::string &text) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, *context);
  std::string message;
  llvm::raw_string_ostream out(message);
  if (!module) {
    diagnostic.print(nullptr, out, /*ShowColors=*/false);
    return support::Failure{message, {}};
  }
  if (needsModels(*module))
    return ready(frontend::adopt(std::move(context), std::move(module), "generated.ll"));
  if (llvm::verifyModule(*module, &out))
    return support::Failure{message, {}};
  module->setTargetTriple("x86_64-pc-linux-gnu");
  module->setDataLayout(
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
  frontend::normalise(*module);
  std::string hash = frontend::hashOf(*module);
  return ready(frontend::Unit(std::move(context), std::move(module), std::move(hash), "main"));
}

support::Outcome<Ready> fromC(const std::string &path, bool apart) {
  frontend::Options options;
  options.files = {path};
  options.warnings = false;
  return ready(frontend::load(options), apart);
}

} // namespace heddle::property
