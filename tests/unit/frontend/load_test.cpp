// What a program may be made of, and where it starts.
#include "scratch.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <utility>

namespace heddle::frontend::testing {
namespace {

bool defines(const Unit &unit, const char *function) {
  const llvm::Function *found = unit.module().getFunction(function);
  return found && !found->isDeclaration();
}

TEST(Load, LinksCAndCxxAndAssembly) {
  const Scratch scratch;
  const Unit unit = loaded({
      scratch.write("main.cpp", "extern \"C\" int f(int); int main() { return f(1); }"),
      scratch.write("f.c", "int g(int); int f(int n) { return g(n); }"),
      scratch.write("g.ll", "define i32 @g(i32 %n) {\n  ret i32 %n\n}\n"),
  });
  EXPECT_TRUE(defines(unit, "main"));
  EXPECT_TRUE(defines(unit, "f"));
  EXPECT_TRUE(defines(unit, "g"));
}

TEST(Load, KnowsTheExtensions) {
  for (const char *name : {"a.c", "a.i", "a.cc", "a.cpp", "a.cxx", "a.C", "a.c++", "a.ii"}) {
    const Scratch scratch;
    EXPECT_TRUE(defines(loaded({scratch.write(name, "int main(void) { return 0; }\n")}), "main"))
        << name;
  }
}

TEST(Load, PassesFlagsOn) {
  const Scratch scratch;
  const std::string file =
      scratch.write("a.c", "#ifdef NAME\nint NAME(void) { return 0; }\n#endif\n"
                           "int main(void) { return 0; }\n");
  EXPECT_TRUE(defines(loaded({file}, {"-DNAME=chosen"}), "chosen"));
}

TEST(Load, KeepsLocalNamesAndLines) {
  const Scratch scratch;
  const Unit unit =
      loaded({scratch.write("a.c", "int *g;\nint main(void) {\n  int local; g = &local;\n"
                                   "  return 0;\n}\n")});
  const llvm::Instruction &first = unit.module().getFunction("main")->getEntryBlock().front();
  EXPECT_EQ(first.getName(), "local");
  EXPECT_EQ(unit.module().getFunction("main")->getSubprogram()->getLine(), 2u);
}

TEST(Load, TakesOldCWithImplicitDeclarations) {
  const Scratch scratch;
  EXPECT_TRUE(defines(loaded({scratch.write("a.c", "main() { later(1); return 0; }\n"
                                                   "later(n) { return n; }\n")}),
                      "later"));
}

TEST(Load, FindsTheHeaderOfProgramsUnderTest) {
  const Scratch scratch;
  const std::string_view text = "#include <heddle/heddle.h>\n"
                                "int main(void) { heddle_assert(heddle_int(\"n\")); return 0; }\n";
  for (const char *name : {"a.c", "a.cpp"}) {
    const Unit unit = loaded({scratch.write(name, text)});
    const llvm::Function *input = unit.module().getFunction("heddle_int");
    ASSERT_TRUE(input) << name;
    EXPECT_TRUE(input->isDeclaration());
  }
}

TEST(Load, WorksWithoutDebugInfo) {
  const Scratch scratch;
  EXPECT_TRUE(
      defines(loaded({scratch.write("a.c", "int main(void) { return 0; }")}, {"-g0"}), "main"));
}

TEST(Load, StartsWhereItIsTold) {
  const Scratch scratch;
  Options options;
  options.files = {scratch.write("a.cpp", "namespace bank { void run() {} }\n")};
  options.entry = "bank::run";
  EXPECT_EQ(loaded(options).entryName(), "_ZN4bank3runEv");
  options.entry = "_ZN4bank3runEv";
  EXPECT_EQ(loaded(options).entryName(), "_ZN4bank3runEv");
}

TEST(Load, DoesNotGuessBetweenOverloads) {
  const Scratch scratch;
  Options options;
  options.files = {scratch.write("a.cpp", "void run() {} void run(int) {}\n")};
  options.entry = "run";
  EXPECT_NE(refusal(options).find("several functions are called 'run'"), std::string::npos);
}

TEST(Load, MovesWithoutLosingTheProgram) {
  const Scratch scratch;
  Unit one = loaded({scratch.write("a.c", "int main(void) { return 0; }")});
  Unit other = loaded({scratch.write("b.c", "int main(void) { return 1; }")});
  const std::string hash = other.hash();
  one = std::move(other);
  EXPECT_EQ(one.hash(), hash);
  EXPECT_TRUE(defines(one, "main"));
}

TEST(Load, SaysWhichFileClangRefused) {
  const Scratch scratch;
  Options options;
  options.files = {scratch.write("good.c", "int main(void) { return 0; }"),
                   scratch.write("bad.c", "int f(void) { return }")};
  EXPECT_NE(refusal(options).find("bad.c: does not compile"), std::string::npos);
}

} // namespace
} // namespace heddle::frontend::testing
