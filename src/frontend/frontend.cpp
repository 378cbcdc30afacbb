#include "frontend/frontend.h"

#include "frontend/compile.h"
#include "frontend/compile_commands.h"
#include "frontend/entry.h"
#include "frontend/hash.h"
#include "frontend/input.h"
#include "frontend/link.h"
#include "frontend/load_ir.h"
#include "frontend/models.h"
#include "frontend/normalise.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/ThreadPool.h>
#include <optional>
#include <utility>

namespace heddle::frontend {

namespace {

using support::Failure;

/// A source file to be compiled, or IR to be read.
struct Input {
  std::string file;
  std::optional<CompileJob> job;
};

support::Outcome<std::vector<Input>> inputsOf(const Options &options) {
  std::optional<CompileCommands> commands;
  if (!options.compileCommands.empty()) {
    auto read = CompileCommands::read(options.compileCommands);
    if (!read)
      return read.failure();
    commands = std::move(*read);
  }
  std::vector<std::string> files = options.files;
  if (files.empty() && commands)
    for (const CompileJob &job : commands->jobs())
      files.push_back(job.file);
  if (files.empty())
    return Failure{"no input files", {}};

  std::vector<Input> inputs;
  for (const std::string &file : files) {
    const auto kind = classify(file);
    if (!kind)
      return kind.failure();
    Input input{file, std::nullopt};
    if (*kind != InputKind::Ir) {
      CompileJob job{file, {}, {}, *kind == InputKind::Cxx};
      if (commands) {
        auto known = commands->jobFor(file);
        if (!known)
          return known.failure();
        job.directory = std::move(known->directory);
        job.flags = std::move(known->flags);
        job.file = std::move(known->file);
        job.cxx |= known->cxx;
      }
      job.flags.insert(job.flags.end(), options.flags.begin(), options.flags.end());
      input.job = std::move(job);
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

/// Bitcode of every input that has a job, in the order of the inputs.
std::vector<std::optional<support::Outcome<Compiled>>> compileAll(const std::vector<Input> &inputs,
                                                                  const Compiler &compiler) {
  std::vector<std::optional<support::Outcome<Compiled>>> results(inputs.size());
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(2));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].job)
      pool.async([&, i] { results[i] = compiler.compile(*inputs[i].job); });
  pool.wait();
  return results;
}

support::Outcome<std::vector<NamedModule>>
readAll(const std::vector<Input> &inputs, const Compiler &compiler, llvm::LLVMContext &context) {
  const auto compiled = compileAll(inputs, compiler);
  std::vector<NamedModule> modules;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string &file = inputs[i].file;
    if (compiled[i] && !*compiled[i])
      return compiled[i]->failure();
    if (compiled[i])
      llvm::errs() << (*compiled[i])->diagnostics;
    auto module =
        compiled[i] ? readBitcode(*(*compiled[i])->bitcode, file, context) : readIr(file, context);
    if (!module)
      return module.failure();
    modules.push_back({file, std::move(*module)});
  }
  return modules;
}

/// From one verified module of the user's code to the whole unit.
support::Outcome<Unit> finish(std::unique_ptr<llvm::LLVMContext> context,
                              std::unique_ptr<llvm::Module> module, const Options &options,
                              const std::vector<std::string> &files, const Compiler &compiler) {
  auto entry = findEntry(*module, options.entry, files);
  if (!entry)
    return entry.failure();
  normalise(*module);
  std::string hash = hashOf(*module);
  std::string code;
  if (options.keepsUserCode) {
    llvm::raw_string_ostream out(code);
    llvm::WriteBitcodeToFile(*module, out);
  }
  if (auto linked = linkModels(*module, options.models, compiler); !linked)
    return linked.failure();
  if (auto checked = checkModule(*module, files.front()); !checked)
    return checked.failure();
  Unit unit(std::move(context), std::move(module), std::move(hash), std::move(*entry));
  unit.setUserCode(std::move(code));
  return unit;
}

} // namespace

Unit::Unit(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
           std::string hash, std::string entry)
    : context(std::move(context)), owned(std::move(module)), userHash(std::move(hash)),
      entry(std::move(entry)) {}
Unit::Unit(Unit &&) noexcept = default;
Unit &Unit::operator=(Unit &&other) noexcept {
  // Memberwise in order of declaration would end the old context before its module.
  owned = std::move(other.owned);
  context = std::move(other.context);
  userHash = std::move(other.userHash);
  entry = std::move(other.entry);
  bitcode = std::move(other.bitcode);
  return *this;
}
Unit::~Unit() = default;

support::Outcome<Unit> load(const Options &options) {
  const auto inputs = inputsOf(options);
  if (!inputs)
    return inputs.failure();
  const auto compiler = Compiler::create(options.warnings);
  if (!compiler)
    return compiler.failure();

  auto context = std::make_unique<llvm::LLVMContext>();
  auto modules = readAll(*inputs, *compiler, *context);
  if (!modules)
    return modules.failure();
  auto whole = linkAll(std::move(*modules));
  if (!whole)
    return whole.failure();

  std::vector<std::string> files;
  for (const Input &input : *inputs)
    files.push_back(input.file);
  return finish(std::move(context), std::move(*whole), options, files, *compiler);
}

support::Outcome<Unit> adopt(std::unique_ptr<llvm::LLVMContext> context,
                             std::unique_ptr<llvm::Module> module, const std::string &name,
                             const std::string &entry, const std::vector<std::string> &models) {
  const auto compiler = Compiler::create(/*warnings=*/false);
  if (!compiler)
    return compiler.failure();
  if (auto checked = checkModule(*module, name); !checked)
    return checked.failure();
  Options options;
  options.entry = entry;
  options.models = models;
  return finish(std::move(context), std::move(module), options, {name}, *compiler);
}

} // namespace heddle::frontend
