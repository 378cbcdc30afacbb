// Locals become registers; what other threads can see stays as it was written.
#include "scratch.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend::testing {
namespace {

template <class Kind> long count(const Unit &unit, const char *function) {
  const llvm::Function *body = unit.module().getFunction(function);
  EXPECT_TRUE(body && !body->isDeclaration()) << function;
  return std::count_if(llvm::inst_begin(body), llvm::inst_end(body),
                       [](const llvm::Instruction &one) { return llvm::isa<Kind>(one); });
}

Unit program(std::string_view text, std::vector<std::string> flags = {}) {
  const Scratch scratch;
  return loaded({scratch.write("program.c", text)}, std::move(flags));
}

TEST(Normalise, TurnsLocalsIntoRegisters) {
  const Unit unit =
      program("int main(void) { int sum = 0; for (int i = 0; i < 9; i++) sum += i; return sum; }");
  EXPECT_EQ(count<llvm::AllocaInst>(unit, "main"), 0);
  EXPECT_EQ(count<llvm::LoadInst>(unit, "main"), 0);
  EXPECT_EQ(count<llvm::StoreInst>(unit, "main"), 0);
}

TEST(Normalise, KeepsEveryAccessToAGlobal) {
  const Unit unit = program("int x, y; int main(void) { x++; x = 1; x = 2; return x + x; }");
  EXPECT_EQ(count<llvm::LoadInst>(unit, "main"), 3);
  EXPECT_EQ(count<llvm::StoreInst>(unit, "main"), 3);
}

TEST(Normalise, KeepsAConditionalReadConditional) {
  const Unit unit = program("int x, y; int main(void) { int *p = &y; if (y) p = &x; "
                            "return y ? *p : 0; }");
  const llvm::Function *body = unit.module().getFunction("main");
  for (const llvm::Instruction &one : llvm::instructions(body))
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&one))
      if (llvm::isa<llvm::PHINode>(load->getPointerOperand()))
        EXPECT_NE(load->getParent(), &body->getEntryBlock());
  EXPECT_EQ(count<llvm::LoadInst>(unit, "main"), 3);
  EXPECT_EQ(count<llvm::SelectInst>(unit, "main"), 0);
}

TEST(Normalise, KeepsLocalsWhoseAddressEscapes) {
  const Unit unit = program("int *shared; int main(void) { int local = 1; shared = &local; "
                            "return *shared; }");
  EXPECT_EQ(count<llvm::AllocaInst>(unit, "main"), 1);
}

TEST(Normalise, KeepsVolatileLocals) {
  const Unit unit = program("int main(void) { volatile int v = 1; v = 2; return v; }");
  EXPECT_EQ(count<llvm::StoreInst>(unit, "main"), 2);
}

TEST(Normalise, LeavesCallersOfSetjmpAlone) {
  const Unit unit = program("#include <setjmp.h>\njmp_buf buf; int main(void) { int n = 0; "
                            "if (setjmp(buf)) return n; n = 5; longjmp(buf, 1); }");
  EXPECT_GT(count<llvm::StoreInst>(unit, "main"), 1);
}

TEST(Normalise, LeavesCallersOfUndecoratedSetjmpAlone) {
  const Scratch scratch;
  const Unit unit = loaded({scratch.write("a.ll", "declare i32 @_setjmp(ptr)\n"
                                                  "define i32 @main() {\n"
                                                  "  %n = alloca i32\n  store i32 1, ptr %n\n"
                                                  "  %r = call i32 @_setjmp(ptr null)\n"
                                                  "  %v = load i32, ptr %n\n  ret i32 %v\n}\n")});
  EXPECT_EQ(count<llvm::AllocaInst>(unit, "main"), 1);
}

TEST(Normalise, MarksTheLifetimeOfLocals) {
  const Unit unit = program("int *g; int main(void) { { int a[2]; g = a; } return 0; }");
  EXPECT_EQ(count<llvm::LifetimeIntrinsic>(unit, "main"), 2);
}

TEST(Normalise, BringsNoSanitizerIn) {
  const Unit unit = program("int *g; int main(void) { { int a[2]; g = a; } return g[0]; }");
  for (const llvm::Function &function : unit.module()) {
    EXPECT_FALSE(function.getName().contains("asan")) << function.getName().str();
    EXPECT_FALSE(function.hasFnAttribute(llvm::Attribute::SanitizeAddress));
    EXPECT_FALSE(function.hasFnAttribute(llvm::Attribute::OptimizeNone));
  }
}

TEST(Normalise, LoadsOptimisedCode) {
  const std::string_view text = "int g; int main(void) { int s = 0; for (int i = 0; i < 9; i++) "
                                "s += g; return s; }";
  const Unit unit = program(text, {"-O1"});
  EXPECT_EQ(count<llvm::LoadInst>(unit, "main"), 1);
}

} // namespace
} // namespace heddle::frontend::testing
