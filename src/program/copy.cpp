// A program's module once more.
#include "program/program.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::program {

support::Outcome<frontend::Unit> copyOf(const Program &program) {
  const frontend::Unit &unit = program.unit();
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream out(bitcode);
  llvm::WriteBitcodeToFile(unit.module(), out);
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, unit.module().getName()), *context);
  if (!module)
    return support::Failure{"the program cannot be copied: " + llvm::toString(module.takeError()),
                            {}};
  return frontend::Unit(std::move(context), std::move(*module), unit.hash(), unit.entryName());
}

} // namespace heddle::program
