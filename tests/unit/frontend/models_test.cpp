// Library functions come from the models, unless somebody nearer to the user has one.
#include "scratch.h"
#include "vm/image.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend::testing {
namespace {

const llvm::Function *definition(const Unit &unit, const char *name) {
  const llvm::Function *found = unit.module().getFunction(name);
  return found && !found->isDeclaration() ? found : nullptr;
}

/// The number a function that does nothing else returns.
long returned(const llvm::Function *function) {
  for (const llvm::Instruction &one : llvm::instructions(function))
    if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&one))
      if (const auto *value = llvm::dyn_cast<llvm::ConstantInt>(end->getReturnValue()))
        return value->getSExtValue();
  return -1;
}

constexpr std::string_view caller = "#include <string.h>\n"
                                    "int main(int c, char **v) { return (int)strlen(v[c - 1]); }\n";

TEST(Models, AreLinkedWhereTheyAreNeeded) {
  const Scratch scratch;
  const Unit unit = loaded({scratch.write("a.c", caller)});
  const llvm::Function *strlen = definition(unit, "strlen");
  ASSERT_TRUE(strlen);
  EXPECT_TRUE(isModel(*strlen));
  EXPECT_FALSE(isModel(*definition(unit, "main")));
  EXPECT_FALSE(unit.module().getFunction("strcmp"));
  for (const llvm::Instruction &one : llvm::instructions(strlen))
    EXPECT_FALSE(llvm::isa<llvm::CallBase>(one)) << "a loop became a call";
}

TEST(Models, BringTheirVariables) {
  const Scratch scratch;
  const Unit unit = loaded({scratch.write("a.c", "#include <stdlib.h>\nint mine;\n"
                                                 "int main(void) { srand(3); return rand(); }")});
  const llvm::GlobalVariable *state = unit.module().getGlobalVariable("randState", true);
  ASSERT_TRUE(state);
  EXPECT_TRUE(isModel(*state));
  EXPECT_FALSE(isModel(*unit.module().getGlobalVariable("mine")));
}

TEST(Models, DoNotChangeTheHash) {
  const Scratch scratch;
  Options options;
  options.files = {scratch.write("a.c", caller)};
  const std::string hash = loaded(options).hash();
  scratch.write("own/strlen.c", "unsigned long strlen(const char *s) { return s[0]; }");
  options.models = {scratch.path("own")};
  EXPECT_EQ(loaded(options).hash(), hash);
}

TEST(Models, YieldToTheProgram) {
  const Scratch scratch;
  const Unit unit = loaded(
      {scratch.write("a.c", caller), scratch.write("b.c", "unsigned long strlen(const char *s) "
                                                          "{ (void)s; return 42; }")});
  EXPECT_FALSE(isModel(*definition(unit, "strlen")));
  EXPECT_EQ(returned(definition(unit, "strlen")), 42);
}

TEST(Models, OfTheUserComeFirst) {
  const Scratch scratch;
  scratch.write("own/a.c", "unsigned long strlen(const char *s) { (void)s; return 7; }");
  scratch.write("own/b.c", "int frobnicate(void) { return 8; }");
  Options options;
  // strdup is embedded and calls strlen: that call must find the user's model too.
  options.files = {scratch.write("a.c", "#include <string.h>\nint frobnicate(void);\n"
                                        "int main(int c, char **v) { strdup(v[c - 1]); "
                                        "return strlen(v[0]) + frobnicate(); }")};
  options.models = {scratch.path("own")};
  const Unit unit = loaded(options);
  ASSERT_TRUE(definition(unit, "strlen"));
  EXPECT_EQ(returned(definition(unit, "strlen")), 7);
  EXPECT_TRUE(isModel(*definition(unit, "strlen")));
  EXPECT_EQ(returned(definition(unit, "frobnicate")), 8);
  ASSERT_TRUE(definition(unit, "strdup"));
  EXPECT_TRUE(isModel(*definition(unit, "strdup")));
}

TEST(Models, StandOnNothingButTheVm) {
  const Scratch scratch;
  const Unit unit = loaded({scratch.write("a.c", "#include <threads.h>\n"
                                                 "int f(void *a) { return a != 0; }\n"
                                                 "int main(void) { thrd_t t; int r; mtx_t m;\n"
                                                 "  mtx_init(&m, mtx_plain); mtx_lock(&m);\n"
                                                 "  thrd_create(&t, f, 0); thrd_join(t, &r);\n"
                                                 "  return r; }")});
  for (const llvm::Function &function : unit.module()) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    const llvm::StringRef name = function.getName();
    EXPECT_TRUE(vm::findBuiltin(std::string_view(name.data(), name.size()))) << name.str();
  }
}

} // namespace
} // namespace heddle::frontend::testing
