#include "build_program.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdlib>
#include <iostream>

namespace heddle::program {

Program buildProgram(std::string_view ir, const std::string &entry) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(ir, problem, *context);
  if (!module) {
    std::cerr << problem.getMessage().str() << " at " << problem.getLineNo() << "\n";
    std::abort();
  }
  auto program =
      Program::build(frontend::Unit(std::move(context), std::move(module), "hash", entry));
  if (!program) {
    std::cerr << program.failure().message << "\n";
    std::abort();
  }
  return std::move(*program);
}

LocationId nth(const Program &program, std::string_view function, OpKind kind, unsigned n) {
  const Function &found = program.functions()[program.functionNamed(function).value()];
  for (LocationId id = found.first; id != found.last; ++id)
    if (program.location(id).kind == kind && n-- == 0)
      return id;
  return noLocation;
}

} // namespace heddle::program
