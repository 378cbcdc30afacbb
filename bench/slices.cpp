// Time and memory of orders, locks, access pairs, dependence, slices, distances and escort pairs of
// one program, as JSON: of a file, or of one that is made here with so many threads and accesses.
#include "analysis/access_pairs.h"
#include "analysis/escort.h"
#include "analysis/slice.h"
#include "frontend/frontend.h"
#include "frontend/normalise.h"
#include "program/program.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <string>
#include <sys/resource.h>

namespace {

namespace analysis = heddle::analysis;
namespace program = heddle::program;

/// Processor time, because others may share the machine.
class Clock {
public:
  double next() {
    const std::clock_t now = std::clock();
    const auto taken = static_cast<double>(now - last) / CLOCKS_PER_SEC;
    last = now;
    return taken;
  }

private:
  std::clock_t last = std::clock();
};

long peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Threads that read and write a few variables of a hundred, some behind branches and locks, some
/// in a function that all of them call.
std::string made(unsigned threads, unsigned accesses) {
  constexpr unsigned variables = 100;
  std::string text =
      "target datalayout = "
      "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n"
      "declare i32 @pthread_mutex_lock(ptr)\ndeclare i32 @pthread_mutex_unlock(ptr)\n"
      "declare void @heddle_assert(i32)\n@m = global [40 x i8] zeroinitializer\n"
      "define void @put(ptr %p, i32 %v) {\n  store i32 %v, ptr %p\n  ret void\n}\n";
  for (unsigned i = 0; i < variables; ++i)
    text += fmt::format("@g{} = global i32 0\n", i);
  for (unsigned t = 0; t < threads; ++t) {
    text += fmt::format("define ptr @t{}(ptr %a) {{\n", t);
    for (unsigned i = 0; i < accesses / threads / 4; ++i) {
      const unsigned one = (t * 7 + i) % variables;
      const unsigned other = (t * 3 + i * 5) % variables;
      text += fmt::format("  %l{0} = load i32, ptr @g{1}\n  %c{0} = icmp sgt i32 %l{0}, {0}\n"
                          "  br i1 %c{0}, label %then{0}, label %end{0}\nthen{0}:\n"
                          "  %k{0} = call i32 @pthread_mutex_lock(ptr @m)\n"
                          "  store i32 %l{0}, ptr @g{2}\n"
                          "  %u{0} = call i32 @pthread_mutex_unlock(ptr @m)\n"
                          "  %r{0} = load i32, ptr @g{2}\n  br label %end{0}\nend{0}:\n"
                          "  call void @put(ptr @g{1}, i32 %l{0})\n",
                          i, one, other);
    }
    text += "  ret ptr null\n}\n";
  }
  text += "define i32 @main() {\n";
  for (unsigned t = 0; t < threads; ++t)
    text += fmt::format("  %h{0} = alloca i64\n  %s{0} = call i32 @pthread_create(ptr %h{0}, ptr "
                        "null, ptr @t{0}, ptr null)\n",
                        t);
  for (unsigned t = 0; t < threads; ++t)
    text += fmt::format("  %v{0} = load i64, ptr %h{0}\n"
                        "  %j{0} = call i32 @pthread_join(i64 %v{0}, ptr null)\n",
                        t);
  return text + "  %x = load i32, ptr @g0\n  call void @heddle_assert(i32 %x)\n  ret i32 0\n}\n";
}

heddle::support::Outcome<program::Program> fromText(const std::string &text) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(text, problem, *context);
  if (!module)
    return heddle::support::Failure{problem.getMessage().str(), {}};
  return program::Program::build(
      heddle::frontend::Unit(std::move(context), std::move(module), "made", "main"));
}

heddle::support::Outcome<program::Program> fromFile(const char *file) {
  heddle::frontend::Options options;
  options.files = {file};
  options.warnings = false;
  auto unit = heddle::frontend::load(options);
  if (!unit)
    return unit.failure();
  return program::Program::build(std::move(*unit));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    fmt::print(stderr, "usage: heddle_slices FILE | THREADS ACCESSES\n");
    return 2;
  }
  const auto numberOf = [&](int i) {
    return static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10));
  };
  const auto loaded = argc == 2 ? fromFile(argv[1]) : fromText(made(numberOf(1), numberOf(2)));
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.failure().message);
    return 2;
  }
  Clock clock;
  const auto pointers = analysis::PointsTo::analyse(*loaded);
  const double pointing = clock.next();
  const auto threads = analysis::Threads::find(*loaded, pointers);
  const auto parallel = analysis::Parallel::analyse(pointers, threads);
  const double parallels = clock.next();
  const auto order = analysis::Order::analyse(pointers, threads, parallel, {});
  const double ordering = clock.next();
  const auto locks = analysis::Locks::analyse(*loaded, pointers, threads);
  const auto escape = analysis::Escape::find(pointers, threads);
  const double locking = clock.next();
  analysis::PairOptions wanted;
  wanted.most = ~std::size_t{0};
  const auto pairs =
      analysis::findPairs({*loaded, pointers, threads, parallel, order, locks, escape}, wanted);
  const double pairing = clock.next();
  const long before = peakMegabytes();
  const auto dependence = analysis::Dependence::analyse(*loaded, pointers, threads, parallel);
  const double depending = clock.next();
  auto reachability = analysis::Reachability::analyse(*loaded, pointers, threads, true);
  const double reaching = clock.next();
  const auto criterion = analysis::assertionsOf(*loaded, pointers);
  const auto slice = analysis::Slice::backward(*loaded, dependence, reachability, criterion);
  const double slicing = clock.next();
  const auto escorts = analysis::findEscortPairs(
      *loaded, pointers, dependence, analysis::accessedByTwo(pointers, threads, parallel));
  const double escorting = clock.next();
  fmt::print("{{\"instructions\": {}, \"threads\": {}, \"pointsTo\": {:.3f}, \"parallel\": {:.3f}, "
             "\"order\": {:.3f}, \"locks\": {:.3f}, \"pairs\": {:.3f}, \"nodes\": {}, "
             "\"accessPairs\": {}, \"averageObjects\": {:.2f}, \"dependence\": {:.3f}, "
             "\"reachability\": {:.3f}, \"slice\": {:.3f}, \"escort\": "
             "{:.3f}, \"sliced\": {}, \"escortPairs\": {}, \"megabytesBefore\": {}, \"megabytes\": "
             "{}}}\n",
             loaded->locations().size(), threads.all().size(), pointing, parallels, ordering,
             locking, pairing, pairs.nodes.size(), pairs.pairs.size(),
             pointers.statistics().averageObjects, depending, reaching, slicing, escorting,
             slice.size(), escorts.size(), before, peakMegabytes());
  return 0;
}
