#include "frontend/link.h"

#include "frontend/input.h"

#include <fmt/format.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <utility>

namespace heddle::frontend {

namespace {

/// Collects what the linker says instead of printing it.
class ErrorCollector : public llvm::DiagnosticHandler {
public:
  explicit ErrorCollector(std::string &text) : text(text) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && text.empty()) {
      llvm::raw_string_ostream out(text);
      llvm::DiagnosticPrinterRawOStream printer(out);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &text;
};

bool isStrongDefinition(const llvm::GlobalValue &value) {
  return !value.isDeclaration() && value.hasExternalLinkage();
}

/// "a.c:12" if the line of the definition is known, else "a.c".
std::string whereDefined(const llvm::GlobalValue &value, const std::string &file) {
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&value))
    if (const llvm::DISubprogram *subprogram = function->getSubprogram())
      return fmt::format("{}:{}", file, subprogram->getLine());
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
    variable->getDebugInfo(expressions);
    if (!expressions.empty())
      return fmt::format("{}:{}", file, expressions.front()->getVariable()->getLine());
  }
  return file;
}

support::Done checkDuplicates(const std::vector<NamedModule> &parts) {
  llvm::StringMap<std::string> definitions;
  for (const NamedModule &part : parts)
    for (const llvm::GlobalValue &value : part.module->global_values()) {
      if (!isStrongDefinition(value))
        continue;
      const std::string here = whereDefined(value, part.file);
      const auto [entry, isNew] = definitions.try_emplace(value.getName(), here);
      if (!isNew)
        return support::Failure{fmt::format("duplicate symbol '{}': defined in {} and in {}",
                                            llvm::demangle(value.getName()), entry->second, here),
                                {}};
    }
  return support::done();
}

} // namespace

support::Done linkInto(llvm::Module &target, std::unique_ptr<llvm::Module> source,
                       bool onlyNeeded) {
  llvm::LLVMContext &context = target.getContext();
  std::string problem;
  auto previous = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(problem));
  const unsigned flags =
      onlyNeeded ? llvm::Linker::Flags::LinkOnlyNeeded : llvm::Linker::Flags::None;
  const bool failed = llvm::Linker::linkModules(target, std::move(source), flags);
  context.setDiagnosticHandler(std::move(previous));
  if (failed)
    return support::Failure{problem.empty() ? "linking failed" : lowered(problem), {}};
  return support::done();
}

support::Outcome<std::unique_ptr<llvm::Module>> linkAll(std::vector<NamedModule> parts) {
  if (auto unique = checkDuplicates(parts); !unique)
    return unique.failure();
  std::unique_ptr<llvm::Module> whole = std::move(parts.front().module);
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (auto linked = linkInto(*whole, std::move(parts[i].module), false); !linked)
      return support::Failure{
          fmt::format("{}: cannot be linked: {}", parts[i].file, linked.failure().message), {}};
  return whole;
}

} // namespace heddle::frontend
