#include "sample_programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::explore {

std::string incrementing(unsigned threads, unsigned times) {
  std::string ir = R"(
@counter = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)
@text = constant [1 x i8] zeroinitializer
define ptr @add(ptr %unused) {
)";
  for (unsigned i = 0; i < times; ++i)
    ir += fmt::format("  %old{0} = load i32, ptr @counter\n"
                      "  %new{0} = add i32 %old{0}, 1\n"
                      "  store i32 %new{0}, ptr @counter\n",
                      i);
  ir += "  ret ptr null\n}\ndefine i32 @main() {\n";
  for (unsigned i = 0; i < threads; ++i)
    ir +=
        fmt::format("  %t{0} = alloca i64\n"
                    "  %c{0} = call i32 @pthread_create(ptr %t{0}, ptr null, ptr @add, ptr null)\n",
                    i);
  for (unsigned i = 0; i < threads; ++i)
    ir += fmt::format("  %h{0} = load i64, ptr %t{0}\n"
                      "  %j{0} = call i32 @pthread_join(i64 %h{0}, ptr null)\n",
                      i);
  return ir + R"(
  %value = load i32, ptr @counter
  %good = icmp eq i32 %value, )" +
         std::to_string(threads * times) + R"(
  br i1 %good, label %done, label %bad
bad:
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  unreachable
done:
  ret i32 0
}
)";
}

const char *const aloneIr = R"(
@cell = global i32 0
define i32 @main() {
  store i32 1, ptr @cell
  store i32 2, ptr @cell
  %value = load i32, ptr @cell
  ret i32 %value
}
)";

Options withoutRaces() {
  Options options;
  options.vm.checks.reset(static_cast<unsigned>(vm::FaultKind::DataRace));
  options.vm.checks.reset(static_cast<unsigned>(vm::FaultKind::Leak));
  return options;
}

Answer search(Ready &ready, const std::string &strategy, const Options &options) {
  Progress progress;
  const auto found = strategyNamed(strategy);
  EXPECT_TRUE(found) << strategy;
  return makeExplorer(**found, options)->run(ready.code, options, progress);
}

} // namespace heddle::explore
