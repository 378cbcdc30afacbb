#include "frontend/models.h"

#include "frontend/frontend.h"
#include "frontend/input.h"
#include "frontend/link.h"
#include "frontend/load_ir.h"
#include "frontend/normalise.h"
#include "support/embedded.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <span>
#include <utility>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> models();
std::span<const support::EmbeddedFile> cxxModels();
} // namespace heddle::embedded

namespace heddle::frontend {

namespace {

using support::Failure;

constexpr const char *mark = "heddle-model";

/// Bodies are read only when they are linked, so a program pays for the models it uses.
support::Outcome<std::unique_ptr<llvm::Module>>
embeddedModels(std::span<const support::EmbeddedFile> files, llvm::LLVMContext &context) {
  const std::string_view bytes = files.front().bytes;
  auto module = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), "models"), context);
  if (!module)
    return Failure{
        fmt::format("the embedded models are broken: {}", llvm::toString(module.takeError())), {}};
  // Headers of C++ bring variables that are made at the start. Models make what they need when it
  // is needed, or all programs would begin with it.
  if (llvm::GlobalVariable *constructors = (*module)->getGlobalVariable("llvm.global_ctors"))
    constructors->eraseFromParent();
  // A model's own copy of an inline function is part of the model; the user's is not.
  for (llvm::Function &function : **module)
    if (function.hasLinkOnceLinkage()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
    }
  return std::move(*module);
}

support::Outcome<std::vector<std::string>> sourcesIn(const std::string &directory) {
  std::vector<std::string> sources;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const llvm::StringRef path = entry->path();
    if (path.ends_with(".c") || path.ends_with(".cpp"))
      sources.push_back(path.str());
  }
  if (error)
    return Failure{
        fmt::format("{}: cannot read models from it: {}", directory, lowered(error.message())), {}};
  if (sources.empty())
    return Failure{fmt::format("{}: no models in it (no .c or .cpp file)", directory), {}};
  std::sort(sources.begin(), sources.end());
  return sources;
}

/// The models of all directories as one module; null if there are no directories.
support::Outcome<std::unique_ptr<llvm::Module>>
compileModels(const std::vector<std::string> &directories, const Compiler &compiler,
              llvm::LLVMContext &context) {
  std::vector<NamedModule> parts;
  for (const std::string &directory : directories) {
    auto sources = sourcesIn(directory);
    if (!sources)
      return sources.failure();
    for (const std::string &file : *sources) {
      CompileJob job{file, {}, {"-fno-builtin"}, llvm::StringRef(file).ends_with(".cpp")};
      auto compiled = compiler.compile(job);
      if (!compiled)
        return compiled.failure();
      auto module = readBitcode(*compiled->bitcode, file, context);
      if (!module)
        return module.failure();
      normalise(**module);
      parts.push_back({file, std::move(*module)});
    }
  }
  if (parts.empty())
    return std::unique_ptr<llvm::Module>();
  return linkAll(std::move(parts));
}

/// Makes room in `models` for the definitions of `preferred`.
void yieldTo(const llvm::Module &preferred, llvm::Module &models) {
  for (llvm::Function &function : models) {
    const llvm::Function *other = preferred.getFunction(function.getName());
    if (!function.isDeclaration() && !function.hasLocalLinkage() && other &&
        !other->isDeclaration() && !other->hasLocalLinkage())
      function.deleteBody();
  }
}

void markAll(llvm::Module &models) {
  for (llvm::Function &function : models)
    if (!function.isDeclaration())
      function.addFnAttr(mark);
  for (llvm::GlobalVariable &variable : models.globals())
    if (!variable.isDeclaration())
      variable.addAttribute(mark);
}

/// Whether a module has anything of C++, by its names.
bool usesCxx(const llvm::Module &module) {
  return std::ranges::any_of(module.global_values(), [](const llvm::GlobalValue &value) {
    return value.getName().starts_with("_Z") || value.getName().starts_with("__cxa_");
  });
}

/// The models have the standard streams as constants, which a program may assign to all the same.
void unlockAssigned(llvm::Module &program) {
  for (const char *name : {"stdin", "stdout", "stderr"}) {
    llvm::GlobalVariable *variable = program.getGlobalVariable(name);
    if (!variable || !isModel(*variable))
      continue;
    for (const llvm::User *user : variable->users())
      if (!llvm::isa<llvm::LoadInst>(user))
        variable->setConstant(false);
  }
}

} // namespace

/// The machine has `operator new` itself; what it throws is a model.
static void declareThrown(llvm::Module &program) {
  for (const char *name : {"_Znwm", "_Znam"})
    if (const llvm::Function *made = program.getFunction(name); made && made->isDeclaration())
      program.getOrInsertFunction("_ZSt17__throw_bad_allocv",
                                  llvm::Type::getVoidTy(program.getContext()));
}

support::Done linkModels(llvm::Module &program, const std::vector<std::string> &directories,
                         const Compiler &compiler) {
  auto own = compileModels(directories, compiler, program.getContext());
  if (!own)
    return own.failure();
  std::vector<std::unique_ptr<llvm::Module>> parts;
  // Those of C++ stand on those of C, which come last.
  const bool isCxx = usesCxx(program) || (*own && usesCxx(**own));
  declareThrown(program);
  for (const auto files : {embedded::cxxModels(), embedded::models()}) {
    if (!isCxx && files.data() == embedded::cxxModels().data())
      continue;
    auto models = embeddedModels(files, program.getContext());
    if (!models)
      return models.failure();
    if (*own) {
      // One module of both, so that an embedded model that calls an own one gets it too.
      yieldTo(**own, **models);
      if (auto linked = linkInto(**own, std::move(*models), false); !linked)
        return Failure{fmt::format("the models do not fit together: {}", linked.failure().message),
                       {}};
    } else {
      parts.push_back(std::move(*models));
    }
  }
  if (*own)
    parts.push_back(std::move(*own));
  for (std::unique_ptr<llvm::Module> &part : parts) {
    markAll(*part);
    if (auto linked = linkInto(program, std::move(part), true); !linked)
      return linked;
  }
  unlockAssigned(program);
  return support::done();
}

bool isModel(const llvm::Function &function) {
  return function.hasFnAttribute(mark);
}

bool isModel(const llvm::GlobalVariable &variable) {
  return variable.hasAttribute(mark);
}

} // namespace heddle::frontend
