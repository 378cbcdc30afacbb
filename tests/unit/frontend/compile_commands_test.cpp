// Compilation databases, as build systems write them.
#include "frontend/compile_commands.h"

#include "scratch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend::testing {
namespace {

using ::testing::ElementsAre;

TEST(CompileCommands, KeepWhatTheProgramMeans) {
  EXPECT_THAT(meaningfulFlags({"ccache", "/usr/bin/gcc", "-DX=1",
                               "-I",     "inc",          "-std=c11",
                               "-O3",    "-Wall",        "-Werror=format",
                               "-MD",    "-MF",          "a.d",
                               "-MT",    "a.o",          "-fsanitize=address",
                               "-flto",  "-o",           "a.o",
                               "-c",     "../src/a.c"},
                              "/project/build", "/project/src/a.c"),
              ElementsAre("-DX=1", "-I", "inc", "-std=c11", "-Wall"));
}

TEST(CompileCommands, EndWithAFlagThatLacksItsValue) {
  EXPECT_THAT(meaningfulFlags({"cc", "-DX", "-o"}, "/", "/a.c"), ElementsAre("-DX"));
}

class Database : public ::testing::Test {
protected:
  Unit load(std::string_view json) {
    scratch.write("build/compile_commands.json", json);
    Options options;
    options.files = {file};
    options.compileCommands = scratch.path("build");
    return loaded(options);
  }

  Scratch scratch;
  std::string file = scratch.write("src/a.c", "#include \"size.h\"\n"
                                              "int table[SIZE];\n"
                                              "int NAME(void) { return 0; }\n"
                                              "int main(void) { return 0; }\n");
  std::string header = scratch.write("src/inc/size.h", "#define SIZE 3\n");
};

TEST_F(Database, WithCommands) {
  const Unit unit = load(fmt::format(
      R"([{{"directory": "{}", "file": "a.c", "command": "cc -Iinc \"-DNAME=by_command\" -O2 -o a.o -c a.c"}}])",
      scratch.path("src")));
  EXPECT_TRUE(unit.module().getFunction("by_command"));
}

TEST_F(Database, WithArguments) {
  const Unit unit = load(fmt::format(
      R"([{{"directory": "{}", "file": "{}", "arguments": ["cc", "-I../src/inc", "-DNAME=by_arguments", "-c", "../src/a.c"]}}])",
      scratch.path("build"), file));
  EXPECT_TRUE(unit.module().getFunction("by_arguments"));
}

TEST_F(Database, WithADirectoryRelativeToItself) {
  const Unit unit = load(
      R"([{"directory": "../src", "file": "a.c", "command": "cc -Iinc -DNAME=nearby -c a.c"}])");
  EXPECT_TRUE(unit.module().getFunction("nearby"));
}

TEST_F(Database, GivesAllItsFilesWhenNoneIsNamed) {
  file.clear();
  scratch.write("src/b.c", "int b(void) { return 0; }\n");
  scratch.write("build/compile_commands.json",
                R"([{"directory": "../src", "file": "a.c", "command": "cc -Iinc -DNAME=x -c a.c"},
                    {"directory": "../src", "file": "b.c", "command": "cc -c b.c"}])");
  Options options;
  options.compileCommands = scratch.path("build");
  EXPECT_TRUE(loaded(options).module().getFunction("b"));
}

} // namespace
} // namespace heddle::frontend::testing
