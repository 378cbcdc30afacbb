// Every path of a program with symbolic inputs, one a line: the smallest inputs that take it, how
// it ended and what it printed. Each is run again with these inputs as plain values, which must go
// the same way. For symbolic.py, which compares the paths with native runs on all inputs.
#include "explored.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <set>
#include <sys/time.h>
#include <unistd.h>

namespace heddle::property {

namespace {

/// How a run ended, in words; empty while it goes on.
struct Course {
  std::string ended;
  std::string output;
  std::set<std::string> gaps;
};

std::string lineOf(const program::Program &program, program::LocationId location) {
  return location == program::noLocation ? "nowhere"
                                         : fmt::format("{}", program.location(location).line);
}

/// The fault of an execution that failed, else what kind of end it is.
void look(vm::Machine &machine, const program::Program &program, Course &course) {
  std::string fault;
  for (const vm::Fault &found : machine.takeFaults())
    fault = fmt::format("{}:{}", vm::name(found.kind), lineOf(program, found.location));
  for (const vm::Gap &gap : machine.takeGaps())
    course.gaps.insert(
        fmt::format("{}: {} in line {}", gap.reason, gap.detail, lineOf(program, gap.location)));
  if (!fault.empty())
    course.ended = fault;
  if (!machine.choices().empty())
    return;
  course.output = machine.output();
  if (!course.ended.empty())
    return;
  switch (machine.end()) {
  case vm::End::Normal:
    course.ended = "normal";
    break;
  case vm::End::Assumption:
    course.ended = "assumption";
    break;
  case vm::End::CutShort:
    course.ended = "cut short";
    break;
  default:
    course.ended = "no end";
    break;
  }
}

std::string oneLine(const std::string &text) {
  std::string result;
  for (const char c : text)
    result += c == '\n' ? std::string("\\n") : std::string(1, c);
  return result;
}

/// The first number printed is the signature, which is plain; values behind it are only samples
/// while inputs are symbolic.
std::string signatureOf(const std::string &output) {
  return output.substr(0, output.find('\n'));
}

/// Ends the process when it has had its time: one question to the solver may take long. The time is
/// the processor's, so that what is checked depends little on what else the machine does.
void endAfter(double seconds) {
  std::signal(SIGPROF, [](int) { _exit(3); });
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

class Paths {
public:
  Paths(Ready &ready, std::uint64_t most)
      : ready(ready), options(vmOptions(/*races=*/false)), most(most) {}

  /// True if all paths were seen and none contradicts its plain run.
  bool run() {
    vm::Machine machine(*ready.code, options);
    machine.start();
    const bool complete = descend(machine, {});
    for (const std::string &gap : gaps)
      fmt::print("GAP\t{}\n", gap);
    fmt::print("{}\t{}\n", complete ? "COMPLETE" : "INCOMPLETE", paths);
    return mismatches == 0;
  }

private:
  /// All paths from here on; `schedule` are the choices so far that inputs do not decide.
  bool descend(vm::Machine &machine, std::vector<vm::Choice> schedule) {
    Course course;
    while (true) {
      look(machine, *ready.program, course);
      const std::vector<vm::Choice> choices = machine.choices();
      if (choices.empty() || !course.ended.empty())
        break;
      if (choices.size() == 1) {
        schedule.push_back(choices.front());
        machine.take(choices.front());
        continue;
      }
      const std::size_t mark = machine.mark();
      for (const vm::Choice &choice : choices) {
        if (paths >= most)
          return false;
        machine.back(mark);
        std::vector<vm::Choice> further = schedule;
        if (!choice.isBranch)
          further.push_back(choice);
        machine.take(choice);
        if (!descend(machine, std::move(further)))
          return false;
      }
      machine.drop(mark);
      return true;
    }
    course.output = machine.output();
    gaps.insert(course.gaps.begin(), course.gaps.end());
    if (course.ended != "assumption" && course.ended != "cut short")
      tell(machine, course, schedule);
    return true;
  }

  void tell(vm::Machine &machine, const Course &course, const std::vector<vm::Choice> &schedule) {
    ++paths;
    vm::Options plain = options;
    plain.symbolic = false;
    machine.makeInputsSmall();
    plain.inputs = machine.anyInputs();
    const Course again = follow(plain, schedule);
    std::string inputs;
    for (const vm::InputValue &value : plain.inputs)
      inputs += fmt::format("{}{}={}", inputs.empty() ? "" : " ", value.name, textOf(value));
    fmt::print("PATH\t{}\t{}\t{}\n", inputs, course.ended, oneLine(again.output));
    if (again.ended == course.ended && signatureOf(again.output) == signatureOf(course.output))
      return;
    ++mismatches;
    fmt::print("MISMATCH\t{}\tsymbolic: {} {}\tplain: {} {}\n", inputs, course.ended,
               oneLine(course.output), again.ended, oneLine(again.output));
  }

  Course follow(const vm::Options &plain, const std::vector<vm::Choice> &schedule) const {
    vm::Machine machine(*ready.code, plain);
    Course course;
    machine.start();
    look(machine, *ready.program, course);
    for (const vm::Choice &choice : schedule) {
      const std::vector<vm::Choice> &choices = machine.choices();
      if (std::find(choices.begin(), choices.end(), choice) == choices.end())
        break; // It says how it ended, or that it has not.
      machine.take(choice);
      look(machine, *ready.program, course);
    }
    course.output = machine.output();
    return course;
  }

  Ready &ready;
  vm::Options options;
  std::uint64_t most;
  std::uint64_t paths = 0;
  std::uint64_t mismatches = 0;
  std::set<std::string> gaps;
};

} // namespace

} // namespace heddle::property

int main(int argc, char **argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: symbolic_paths FILE.c MOST-PATHS SECONDS\n");
    return 2;
  }
  auto ready = heddle::property::fromC(argv[1]);
  if (!ready) {
    fmt::print(stderr, "{}\n", ready.failure().message);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  heddle::property::endAfter(std::strtod(argv[3], nullptr));
  return heddle::property::Paths(*ready, std::strtoull(argv[2], nullptr, 10)).run() ? 0 : 1;
}
