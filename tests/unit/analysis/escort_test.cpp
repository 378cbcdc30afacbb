// Escort pairs of the paper's own example, and of small programs.
#include "sliced.h"

namespace heddle::analysis {
namespace {

/// "b1T>b10F", for all pairs.
Names escortPairs(const Sliced &s) {
  const auto shown = [](const BranchSide &side) {
    return Sliced::nameOf(*side.branch) + (side.successor == 0 ? "T" : "F");
  };
  Names names;
  for (const EscortPair &pair : findEscortPairs(s.program, s.pointers, s.dependence,
                                                accessedByTwo(s.pointers, s.threads, s.parallel)))
    names.insert(shown(pair.write) + ">" + shown(pair.read));
  return names;
}

TEST(Escort, OfFigure2) {
  // Paper 000, figure 2, with its line numbers. y is touched by one thread alone.
  const Sliced s(R"(
define ptr @t0(ptr %p) {
  %a = call i32 @heddle_int(ptr @name)
  %c1 = icmp sgt i32 %a, 1
  br i1 %c1, label %l2, label %l4, !n !{!"b1"}
l2:
  %r2 = load i32, ptr @x
  %v2 = add i32 %r2, 2
  store i32 %v2, ptr @z
  br label %end
l4:
  %r4 = load i32, ptr @x
  %v4 = sub i32 %r4, 2
  store i32 %v4, ptr @z
  store i32 3, ptr @x
  br label %end
end:
  ret ptr null
}
define ptr @t1(ptr %p) {
  %b = call i32 @heddle_int(ptr @name)
  %c6 = icmp sgt i32 %b, 5
  br i1 %c6, label %l7, label %l9, !n !{!"b6"}
l7:
  %r7 = load i32, ptr @y
  br label %l10
l9:
  %r9 = load i32, ptr @y
  br label %l10
l10:
  %r10 = load i32, ptr @x
  %c10 = icmp sgt i32 %r10, 2
  br i1 %c10, label %l11, label %l13, !n !{!"b10"}
l11:
  %r11 = load i32, ptr @z
  %v11 = add i32 %r11, 1
  store i32 %v11, ptr @y
  br label %end
l13:
  %r13 = load i32, ptr @z
  %v13 = sub i32 %r13, 1
  store i32 %v13, ptr @x
  br label %end
end:
  ret ptr null
}
define ptr @t2(ptr %p) {
  %c = call i32 @heddle_int(ptr @name)
  %c14 = icmp slt i32 %c, 2
  br i1 %c14, label %l15, label %end, !n !{!"b14"}
l15:
  br label %end
end:
  %d = phi i32 [ 1, %l15 ], [ 0, %0 ]
  ret ptr null
}
define i32 @main() {
  %h0 = alloca i64
  %h1 = alloca i64
  %h2 = alloca i64
  %c0 = call i32 @pthread_create(ptr %h0, ptr null, ptr @t0, ptr null)
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(escortPairs(s),
            (Names{"b1F>b10F", "b1F>b10T", "b1T>b10T", "b1T>b10F", "b10F>b1T", "b10F>b1F"}));
}

constexpr const char *nested = R"(
define void @set() {
  store i32 1, ptr @x
  ret void
}
define ptr @one(ptr %p) {
  %a = call i32 @heddle_int(ptr @name)
  %o = icmp eq i32 %a, 0
  br i1 %o, label %in, label %end, !n !{!"outer"}
in:
  %i = icmp eq i32 %a, 1
  br i1 %i, label %write, label %end, !n !{!"inner"}
write:
  call void @set()
  br label %end
end:
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %b = call i32 @heddle_int(ptr @name)
  %t = icmp eq i32 %b, 0
  br i1 %t, label %early, label %late, !n !{!"main"}
early:
  ret i32 1
late:
  %x = load i32, ptr @x
  ret i32 0
}
)";

TEST(Escort, OnlyTheSideThatAlwaysLeadsThere) {
  EXPECT_EQ(escortPairs(Sliced(nested)), (Names{"innerT>mainF"}));
}

TEST(Escort, NotAcrossAJoin) {
  std::string text = nested;
  const std::string create = "%create =";
  text.insert(text.find(create), "%x0 = load i32, ptr @x\n  ");
  const std::string ask = "%b = call";
  text.insert(text.find(ask),
              "%k = load i64, ptr %h\n  %j = call i32 @pthread_join(i64 %k, ptr null)\n  ");
  EXPECT_EQ(escortPairs(Sliced(text)), (Names{"innerT>mainF"})); // It comes before, as ever.
  const Sliced s(R"(
define ptr @one(ptr %p) {
  %x = load i32, ptr @x
  %t = icmp eq i32 %x, 0
  br i1 %t, label %then, label %end, !n !{!"child"}
then:
  %again = load i32, ptr @x
  br label %end
end:
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %k = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %k, ptr null)
  %b = call i32 @heddle_int(ptr @name)
  %t = icmp eq i32 %b, 0
  br i1 %t, label %write, label %end, !n !{!"main"}
write:
  store i32 1, ptr @x
  br label %end
end:
  ret i32 0
}
)");
  EXPECT_EQ(escortPairs(s), Names());
}

} // namespace
} // namespace heddle::analysis
