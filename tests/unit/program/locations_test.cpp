#include "build_program.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

constexpr std::string_view counter = R"(
@x = global i32 0, !dbg !10
declare void @unknown()
define void @bump() !dbg !3 {
  call void @unknown(), !dbg !8
  %1 = load i32, ptr @x, !dbg !8
  %2 = add i32 %1, 1, !dbg !9
  store i32 %2, ptr @x, !dbg !8
  fence seq_cst
  ret void, !dbg !9
}
define i32 @main() !dbg !6 {
  call void @bump(), !dbg !7
  ret i32 0, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug, globals: !12)
!1 = !DIFile(filename: "/nowhere/counter.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "bump", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition, type: !5)
!5 = !DISubroutineType(types: !{null})
!6 = distinct !DISubprogram(name: "main", file: !1, line: 7, unit: !0, spFlags: DISPFlagDefinition, type: !5)
!7 = !DILocation(line: 8, column: 3, scope: !6)
!8 = !DILocation(line: 4, column: 4, scope: !3)
!9 = !DILocation(line: 5, column: 1, scope: !14, inlinedAt: !8)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "x", file: !1, line: 1, type: !13, isDefinition: true)
!12 = !{!10}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = distinct !DISubprogram(name: "helper", file: !1, line: 2, unit: !0, spFlags: DISPFlagDefinition, type: !5)
)";

TEST(Locations, AreDenseAndInTheOrderOfTheModule) {
  const Program program = buildProgram(counter);
  ASSERT_EQ(program.functions().size(), 2u);
  const Function &bump = program.functions()[0];
  EXPECT_EQ(bump.first, 0u);
  EXPECT_EQ(bump.last, 6u);
  EXPECT_EQ(program.functions()[1].first, bump.last);
  EXPECT_EQ(program.locations().size(), 8u);
  for (LocationId id = 0; id < program.locations().size(); ++id)
    EXPECT_EQ(program.locationOf(*program.location(id).instruction), id);
}

TEST(Locations, NumberMemorySynchronisationAndCalls) {
  const Program program = buildProgram(counter);
  std::vector<std::uint32_t> ordinals;
  for (LocationId id = 0; id < 6; ++id)
    ordinals.push_back(program.location(id).ordinal);
  EXPECT_EQ(ordinals, (std::vector<std::uint32_t>{0, 1, ~0u, 2, 3, ~0u}));
  EXPECT_EQ(program.find("bump", 2), nth(program, "bump", OpKind::Write));
  EXPECT_EQ(program.find("bump", 4), std::nullopt);
  EXPECT_EQ(program.find("bump", ~0u), std::nullopt);
  EXPECT_EQ(program.find("nobody", 0), std::nullopt);
}

TEST(Locations, LastWithoutDebugInfo) {
  const Program with = buildProgram(counter);
  Program without = buildProgram(counter);
  llvm::StripDebugInfo(without.unit().module());
  const auto rebuilt = Program::build(std::move(without.unit()));
  ASSERT_TRUE(rebuilt);
  ASSERT_EQ(rebuilt->locations().size(), with.locations().size());
  for (LocationId id = 0; id < with.locations().size(); ++id) {
    EXPECT_EQ(rebuilt->location(id).ordinal, with.location(id).ordinal);
    EXPECT_EQ(rebuilt->location(id).kind, with.location(id).kind);
  }
  const Place place = rebuilt->place(0);
  EXPECT_EQ(place.file, "");
  EXPECT_EQ(place.line, 0u);
  EXPECT_EQ(place.function, "bump");
}

TEST(Locations, KnowTheirPlaces) {
  const Program program = buildProgram(counter);
  const Place load = program.place(nth(program, "bump", OpKind::Read));
  EXPECT_EQ(load.file, "/nowhere/counter.c");
  EXPECT_EQ(load.line, 4u);
  EXPECT_EQ(load.column, 4u);
  EXPECT_EQ(load.function, "bump");
  const llvm::GlobalVariable *x = program.sharedGlobals()[0];
  EXPECT_EQ(program.placeOf(*x).line, 1u);
  EXPECT_EQ(program.sourceLine(nth(program, "bump", OpKind::Read)), "");
}

TEST(Locations, WithoutALineTakeTheOneBefore) {
  const Program program = buildProgram(counter);
  EXPECT_EQ(program.place(nth(program, "bump", OpKind::Fence)).line, 4u);
}

TEST(Locations, KnowWhatTheyWereInlinedInto) {
  const Program program = buildProgram(counter);
  const LocationId add = 2;
  EXPECT_EQ(program.place(add).function, "helper");
  const std::vector<Place> chain = program.inlinedAt(add);
  ASSERT_EQ(chain.size(), 1u);
  EXPECT_EQ(chain[0].line, 4u);
  EXPECT_EQ(chain[0].function, "bump");
  EXPECT_TRUE(program.inlinedAt(0).empty());
}

TEST(Locations, AProgramMustHaveItsEntry) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("empty", *context);
  const auto built =
      Program::build(frontend::Unit(std::move(context), std::move(module), "hash", "start"));
  ASSERT_FALSE(built);
  EXPECT_EQ(built.failure().message, "the program has no function 'start' to start in");
}

} // namespace
} // namespace heddle::program
