// The engine's own figures, measured without clang: what marking a point and copying a state cost,
// and how fast exhaustive search is. Prints JSON; `bench/run` makes the table of it.
//
// Times are processor time, and of several repetitions the best counts: others share the machine.
#include "cli/properties.h"
#include "explore/search.h"
#include "frontend/frontend.h"
#include "program/program.h"
#include "vm/machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <malloc.h>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace heddle;

constexpr unsigned repetitions = 7;

[[noreturn]] void fail(const std::string &message) {
  fmt::print(stderr, "heddle_bench: {}\n", message);
  std::exit(2);
}

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024; // It is in kilobytes.
}

template <class F> double secondsOf(F work) {
  const double begin = processorSeconds();
  work();
  return processorSeconds() - begin;
}

/// What `heddle check` looks for unless told otherwise; looking for leaks has a price of its own.
vm::Options defaultOptions() {
  const auto checks = cli::checksOf(cli::defaultProperties());
  if (!checks)
    fail(checks.failure().message);
  vm::Options options;
  options.checks = *checks;
  return options;
}

program::Program load(const std::string &name) {
  frontend::Options options;
  options.files = {std::string(HEDDLE_BENCH_PROGRAMS) + "/" + name + ".bc"};
  support::Outcome<frontend::Unit> unit = frontend::load(options);
  if (!unit)
    fail(unit.failure().message);
  support::Outcome<program::Program> program = program::Program::build(std::move(*unit));
  if (!program)
    fail(program.failure().message);
  return std::move(*program);
}

/// Goes on with a different thread each time, so that all of them get deep into their work.
void advance(vm::Machine &machine, unsigned steps) {
  for (unsigned i = 0; i < steps && !machine.choices().empty(); ++i)
    machine.take(machine.choices()[i % machine.choices().size()]);
  if (machine.choices().empty())
    fail("the program for the figures is too short");
}

struct Search {
  double executionsPerSecond = 0;
  double peakMb = 0;
};

Search measureSearch(const std::string &name) {
  constexpr std::uint64_t expected = 184'756; // C(20, 10).
  const program::Program program = load(name);
  vm::SharedCode code(program, false);
  explore::Options options;
  options.all = true;
  options.vm = defaultOptions();
  double best = 1e9;
  for (unsigned i = 0; i < repetitions; ++i) {
    explore::Progress progress;
    explore::Answer answer;
    best = std::min(
        best, secondsOf([&] { answer = explore::makeExhaustive()->run(code, options, progress); }));
    if (answer.stats.executions != expected)
      fail(fmt::format("{}: {} executions instead of {}", name, answer.stats.executions, expected));
  }
  return {static_cast<double>(expected) / best, peakMegabytes()};
}

struct Going {
  double mark = 0; ///< All in nanoseconds.
  double step = 0;
};

/// A mark is measured where a search makes it: right after a thread has acted, when there are
/// windows to give up. So the same step is run without and with it, in turns, and the difference
/// counts. The turns are short, so that many of them are left alone by others on the machine.
Going measureMark() {
  constexpr unsigned turns = 400;
  constexpr unsigned rounds = 2'000;
  const program::Program program = load("five");
  vm::SharedCode code(program, false);
  vm::Machine machine(code, defaultOptions());
  machine.start();
  advance(machine, 20);
  const std::size_t here = machine.mark();
  const vm::Choice choice = machine.choices().front();
  auto timed = [&](bool marks) {
    return secondsOf([&] {
      for (unsigned round = 0; round < rounds; ++round) {
        machine.take(choice);
        if (marks)
          machine.mark();
        machine.back(here);
      }
    });
  };
  double without = 1e9;
  double with = 1e9;
  for (unsigned turn = 0; turn < turns; ++turn) {
    without = std::min(without, timed(false));
    with = std::min(with, timed(true));
  }
  return {(with - without) / rounds * 1e9, without / rounds * 1e9};
}

struct Copying {
  double again = 0; ///< Microseconds, in memory that an older copy has given up.
  double fresh = 0; ///< In memory that the system must hand out first.
  double touch = 0; ///< Of that, what the system takes to hand out so many pages.
  double kilobytes = 0;
};

/// What it takes to touch new memory of this size for the first time, in microseconds.
double measureTouch(double kilobytes) {
  constexpr unsigned turns = 16;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t size = 512 * page;
  double best = 1e9;
  for (unsigned turn = 0; turn < turns; ++turn) {
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      fail("no memory to touch");
    auto *bytes = static_cast<volatile char *>(memory);
    best = std::min(best, secondsOf([&] {
                      for (std::size_t at = 0; at < size; at += page)
                        bytes[at] = 1;
                    }));
    munmap(memory, size);
  }
  return best * 1e6 / static_cast<double>(size) * kilobytes * 1024;
}

/// Both ways in which a search makes copies: a set of them that grows, where every page is touched
/// for the first time, and one that stays, where each copy takes the place of an older one and
/// pays for giving it up.
Copying measureCopy() {
  constexpr unsigned turns = 400;
  constexpr unsigned batch = 64;
  constexpr unsigned batches = 32;
  const program::Program program = load("five");
  vm::SharedCode code(program, false);
  vm::Machine machine(code, defaultOptions());
  machine.start();
  advance(machine, 20);
  if (machine.threadCount() != 5)
    fail("the state to copy has not five threads");
  std::vector<std::unique_ptr<vm::Machine>> copies(std::size_t{batch} * batches);
  auto timed = [&](unsigned number) {
    return secondsOf([&] {
      for (unsigned i = 0; i < batch; ++i)
        copies[number * batch + i] = machine.copy();
    });
  };
  Copying result{1e9, 1e9, 0, 0};
  const std::size_t before = mallinfo2().uordblks;
  for (unsigned number = 0; number < batches; ++number)
    result.fresh = std::min(result.fresh, timed(number) / batch * 1e6);
  const std::size_t used = mallinfo2().uordblks - before;
  result.kilobytes = static_cast<double>(used) / static_cast<double>(copies.size()) / 1024;
  for (unsigned turn = 0; turn < turns; ++turn)
    result.again = std::min(result.again, timed(0) / batch * 1e6);
  result.touch = measureTouch(result.kilobytes);
  return result;
}

} // namespace

int main() {
  // First, so that the peak is that of the search.
  const Search plain = measureSearch("plain");
  const Search atomic = measureSearch("atomic");
  const Going going = measureMark();
  const Copying copying = measureCopy();
  fmt::print("{{\n"
             "  \"mark_ns\": {:.1f},\n"
             "  \"take_and_back_ns\": {:.1f},\n"
             "  \"copy_us\": {:.3f},\n"
             "  \"copy_fresh_us\": {:.3f},\n"
             "  \"copy_touch_us\": {:.3f},\n"
             "  \"copy_kb\": {:.1f},\n"
             "  \"executions_per_second_plain\": {:.0f},\n"
             "  \"executions_per_second_atomic\": {:.0f},\n"
             "  \"peak_memory_mb\": {:.1f}\n"
             "}}\n",
             going.mark, going.step, copying.again, copying.fresh, copying.touch, copying.kilobytes,
             plain.executionsPerSecond, atomic.executionsPerSecond,
             std::max(plain.peakMb, atomic.peakMb));
  return 0;
}
