#include "native/run.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/Program.h>
#include <sstream>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::native {

namespace {

using support::Failure;

/// Puts the files that the program was given where it looks for them.
support::Done furnish(const Workshop &workshop, const Plan &plan, const Setting &setting) {
  std::error_code error;
  std::filesystem::remove(workshop.path("report"), error);
  std::filesystem::remove_all(workshop.path("files"), error);
  std::filesystem::create_directories(workshop.path("files"), error);
  if (error)
    return Failure{fmt::format("cannot make {}: {}", workshop.path("files"), error.message()), {}};
  if (auto written = workshop.write("plan", write(plan)); !written)
    return written;
  if (auto written = workshop.write("input", setting.world ? setting.world->input : std::string());
      !written)
    return written;
  if (!setting.world)
    return support::done();
  for (const vm::GivenFile &file : setting.world->files) {
    const std::filesystem::path name = "files/" + file.name;
    std::filesystem::create_directories(workshop.path(name.parent_path().string()), error);
    if (auto written = workshop.write(name.string(), file.bytes); !written)
      return written;
  }
  return support::done();
}

std::vector<char *> pointers(std::vector<std::string> &words) {
  std::vector<char *> result;
  for (std::string &word : words)
    result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

void redirect(const std::string &path, int flags, int to) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file < 0 || ::dup2(file, to) < 0)
    ::_exit(127);
}

[[noreturn]] void become(const Workshop &workshop, char *const *arguments, char *const *variables,
                         double seconds) {
  const auto whole = static_cast<rlim_t>(seconds) + 1;
  const rlimit time = {whole, whole};
  const rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_CORE, &noCore);
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGPIPE, SIGINT})
    std::signal(number, SIG_DFL);
  ::personality(ADDR_NO_RANDOMIZE); // Runs that differ only in addresses are hard to talk about.
  redirect(workshop.path("input"), O_RDONLY, STDIN_FILENO);
  redirect(workshop.path("output"), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(workshop.path("errors"), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (::chdir(workshop.path("files").c_str()) == 0)
    ::execve(workshop.path("program").c_str(), arguments, variables);
  ::_exit(127);
}

/// Waits for the child, and ends it when its time is over.
int waitFor(pid_t child, double seconds, bool &timedOut) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR))
      return status;
    if (std::chrono::steady_clock::now() > until && !timedOut) {
      timedOut = true;
      ::kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::vector<std::string> environment(const Workshop &workshop) {
  return {"HEDDLE_PLAN=" + workshop.path("plan"), "HEDDLE_REPORT=" + workshop.path("report")};
}

} // namespace

support::Outcome<Run> run(const Workshop &workshop, const Plan &plan, const Setting &setting) {
  if (auto furnished = furnish(workshop, plan, setting); !furnished)
    return furnished.failure();
  std::vector<std::string> words = setting.arguments;
  std::vector<std::string> variables = environment(workshop);
  const std::vector<char *> arguments = pointers(words);
  const std::vector<char *> environ = pointers(variables);
  const pid_t child = ::fork();
  if (child < 0)
    return Failure{fmt::format("cannot start the program: {}", std::strerror(errno)), {}};
  if (child == 0)
    become(workshop, arguments.data(), environ.data(), setting.seconds);
  Run result;
  const int status = waitFor(child, setting.seconds, result.timedOut);
  if (WIFSIGNALED(status) && !result.timedOut)
    result.signal = WTERMSIG(status);
  std::ifstream report(workshop.path("report"));
  for (std::string line; std::getline(report, line);)
    result.lines.push_back(line);
  return result;
}

support::Outcome<std::string> findDebugger() {
  if (auto gdb = llvm::sys::findProgramByName("gdb"))
    return *gdb;
  return Failure{"gdb is missing: install it (apt install gdb), or replay without --gdb", {}};
}

support::Done debug(const Workshop &workshop, const Plan &plan, const Setting &setting) {
  const support::Outcome<std::string> gdb = findDebugger();
  if (!gdb)
    return gdb.failure();
  if (auto furnished = furnish(workshop, plan, setting); !furnished)
    return furnished;
  const bool isBatch = !::isatty(STDIN_FILENO) || !::isatty(STDOUT_FILENO);
  std::string commands = "set pagination off\nset confirm off\nset print thread-events off\n"
                         "set debuginfod enabled off\nset breakpoint pending on\n";
  commands += fmt::format("cd {}\nset args", workshop.path("files"));
  for (std::size_t i = 1; i < setting.arguments.size(); ++i) {
    std::string quoted = "'";
    for (const char c : setting.arguments[i])
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    commands += " " + quoted + "'";
  }
  commands += fmt::format(" < {} > {} 2> {}\n", workshop.path("input"), workshop.path("output"),
                          workshop.path("errors"));
  for (const std::string &variable : environment(workshop))
    commands += "set environment " + variable + "\n";
  commands += "break heddle_stopped_here\nrun\n";
  if (isBatch)
    commands += "thread apply all backtrace\n";
  else
    commands += "echo \\nThe program stands where it fails: 'info threads', 'thread N', "
                "'backtrace'.\\n\n";
  if (auto written = workshop.write("gdb.commands", commands); !written)
    return written;
  std::vector<std::string> command = {*gdb, "-q", "-nx", "-x", workshop.path("gdb.commands")};
  if (isBatch)
    command.emplace_back("-batch");
  command.push_back(workshop.path("program"));
  const std::vector<llvm::StringRef> viewed(command.begin(), command.end());
  std::string why;
  if (llvm::sys::ExecuteAndWait(*gdb, viewed, std::nullopt, {}, 0, 0, &why) < 0)
    return Failure{"gdb cannot be run: " + why, {}};
  return support::done();
}

} // namespace heddle::native
