// What branches ask, by plain numbers.
#include "explore/condition.h"

#include "../program/build_program.h"

#include <gtest/gtest.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::explore {
namespace {

struct Asked {
  explicit Asked(const std::string &condition)
      : program(program::buildProgram("@x = global i32 0\ndefine i32 @main() {\n"
                                      "  %a = load i32, ptr @x\n" +
                                      condition +
                                      "  br i1 %c, label %yes, label %no\n"
                                      "yes:\n  ret i32 1\nno:\n  ret i32 0\n}\n")) {}
  const llvm::Instruction &branch() const {
    return *program.unit().module().getFunction("main")->getEntryBlock().getTerminator();
  }
  ValueOf reads(std::uint64_t value) const {
    return [value](const llvm::Instruction &at) {
      return llvm::isa<llvm::LoadInst>(at) ? std::optional(value) : std::nullopt;
    };
  }
  program::Program program;
};

TEST(Condition, SaysWhichSideIsTaken) {
  const Asked asked("  %c = icmp sgt i32 %a, 9\n");
  EXPECT_EQ(sideOf(asked.branch(), asked.reads(11)), 0u);
  EXPECT_EQ(sideOf(asked.branch(), asked.reads(9)), 1u);
  EXPECT_EQ(sideOf(asked.branch(), asked.reads(0xFFFFFFFF)), 1u); // -1
}

TEST(Condition, SaysHowFarTheNumbersAreApart) {
  const Asked asked("  %s = add i32 %a, 2\n  %c = icmp sgt i32 %s, 12\n");
  EXPECT_EQ(gapOf(asked.branch(), asked.reads(0)), 10u);
  EXPECT_EQ(gapOf(asked.branch(), asked.reads(7)), 3u);
}

TEST(Condition, IsUnknownWithoutTheValue) {
  const Asked asked("  %c = icmp eq i32 %a, 1\n");
  const ValueOf nothing = [](const llvm::Instruction &) { return std::nullopt; };
  EXPECT_EQ(sideOf(asked.branch(), nothing), std::nullopt);
  EXPECT_EQ(gapOf(asked.branch(), nothing), std::nullopt);
}

} // namespace
} // namespace heddle::explore
