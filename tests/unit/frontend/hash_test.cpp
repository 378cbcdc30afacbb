// The hash of a program follows what it does, not how it is written down.
#include "scratch.h"

#include <map>

namespace heddle::frontend::testing {
namespace {

constexpr std::string_view original = R"(
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
static int limit = 3;
static _Atomic int flag;
struct pair { int a; char b; };
static struct pair pairs[2] = {{1, 'x'}, {2, 'y'}};
static int twice(int n) { int result = n + n; return result; }
int main(void) {
  for (int i = 0; i < limit; i++)
    atomic_store_explicit(&flag, twice(i), memory_order_release);
  puts("done");
  assert(flag == 4);
  return pairs[1].a;
}
)";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  std::size_t found = 0;
  for (std::size_t at = 0; (at = result.find(from, at)) != std::string::npos; at += to.size()) {
    result.replace(at, from.size(), to);
    ++found;
  }
  EXPECT_GT(found, 0u) << from;
  return result;
}

std::string hashOfSource(std::string_view text, std::string_view name = "program.c",
                         std::vector<std::string> flags = {}) {
  const Scratch scratch;
  return loaded({scratch.write(name, text)}, std::move(flags)).hash();
}

TEST(Hash, DoesNotSeeHowTheProgramIsWritten) {
  const std::string expected = hashOfSource(original);
  EXPECT_EQ(expected.size(), 16u);
  EXPECT_EQ(expected, hashOfSource(original, "elsewhere/deep/program.c"));
  EXPECT_EQ(expected, hashOfSource(original, "renamed.c"));
  EXPECT_EQ(expected, hashOfSource("// A comment\n\n\n" + std::string(original)));
  EXPECT_EQ(expected, hashOfSource(replaced(original, "result", "sum")));
  EXPECT_EQ(expected, hashOfSource(replaced(original, "struct pair", "struct couple")));
  EXPECT_EQ(expected, hashOfSource(original, "program.c", {"-g0"}));
}

TEST(Hash, DoesNotSeeTheOrderOfDefinitions) {
  const std::string_view one =
      "int g = 1; int f(void) { return g; } int main(void) { return f(); }";
  const std::string_view other = "int f(void); int main(void) { return f(); } extern int g; int "
                                 "f(void) { return g; } int g = 1;";
  EXPECT_EQ(hashOfSource(one), hashOfSource(other));
}

TEST(Hash, SeesEveryChangeOfTheCode) {
  const std::string base = hashOfSource(original);
  const std::map<std::string_view, std::string_view> changes = {
      {"limit = 3", "limit = 4"},  {"n + n", "n * n"},
      {"i < limit", "i <= limit"}, {"memory_order_release", "memory_order_seq_cst"},
      {"\"done\"", "\"gone\""},    {"flag == 4", "flag == 5"},
      {"pairs[1]", "pairs[0]"},    {"{2, 'y'}", "{3, 'y'}"},
      {"char b", "short b"},       {"static int limit", "static _Thread_local int limit"},
      {"puts(\"done\");", ""},
  };
  for (const auto &[from, to] : changes)
    EXPECT_NE(base, hashOfSource(replaced(original, from, to))) << from << " -> " << to;
}

TEST(Hash, DoesNotSeeTheFileOfACxxInitialiser) {
  const std::string_view text =
      "int f(); int g = f(); int f() { return 3; } int main() { return g; }";
  EXPECT_EQ(hashOfSource(text, "one.cpp"), hashOfSource(text, "two.cpp"));
}

TEST(Hash, IsTheSameForAssemblyWithoutLocalNames) {
  const Scratch scratch;
  const auto named = scratch.write("a.ll", "define i32 @main() {\nentry:\n  %x = call i32 @f()\n"
                                           "  ret i32 %x\n}\ndeclare i32 @f()\n");
  const auto bare = scratch.write("b.ll", "declare i32 @f()\ndefine i32 @main() {\n"
                                          "  %1 = call i32 @f()\n  ret i32 %1\n}\n");
  EXPECT_EQ(loaded({named}).hash(), loaded({bare}).hash());
}

} // namespace
} // namespace heddle::frontend::testing
