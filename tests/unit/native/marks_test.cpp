#include "native/marks.h"

#include "../program/build_program.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>

namespace heddle::native {
namespace {

constexpr const char *source = R"(
@x = global i32 0
declare void @other()
declare void @llvm.assume(i1)
define i32 @main() {
  %a = load i32, ptr @x
  %b = add i32 %a, 1
  call void @llvm.assume(i1 true)
  store i32 %b, ptr @x
  call void @other()
  ret i32 0
})";

TEST(Marks, StandBeforeWhatOthersMaySee) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(source, problem, context);
  ASSERT_TRUE(module);
  addMarks(*module);
  const std::vector<llvm::CallInst *> marks = marksOf(*module);
  ASSERT_EQ(marks.size(), 3U);
  EXPECT_TRUE(llvm::isa<llvm::LoadInst>(markedBy(*marks[0])));
  EXPECT_TRUE(llvm::isa<llvm::StoreInst>(markedBy(*marks[1])));
  EXPECT_TRUE(llvm::isa<llvm::CallInst>(markedBy(*marks[2])));
  for (unsigned i = 0; i < marks.size(); ++i)
    EXPECT_EQ(llvm::cast<llvm::ConstantInt>(marks[i]->getArgOperand(0))->getZExtValue(), i);
}

TEST(Marks, DoNotChangeTheNamesOfLocations) {
  const program::Program plain = program::buildProgram(source);
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(source, problem, context);
  addMarks(*module);
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, nullptr);
  const program::Program marked = program::buildProgram(text);
  for (std::uint32_t ordinal = 0; ordinal < 4; ++ordinal) {
    const auto before = plain.find("main", ordinal);
    const auto after = marked.find("main", ordinal);
    ASSERT_EQ(before.has_value(), after.has_value());
    if (before)
      EXPECT_EQ(plain.location(*before).kind, marked.location(*after).kind);
  }
}

} // namespace
} // namespace heddle::native
