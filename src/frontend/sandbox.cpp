#include "frontend/sandbox.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::frontend {

namespace {

[[noreturn]] void runChild(llvm::function_ref<void()> attempt, unsigned seconds) {
  const rlimit time = {seconds, seconds};
  const rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_CORE, &noCore);
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGXCPU})
    std::signal(number, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
  attempt();
  ::_exit(0);
}

} // namespace

support::Done tryInChild(llvm::function_ref<void()> attempt, unsigned seconds) {
  const pid_t child = ::fork();
  if (child < 0)
    return support::done(); // No room for a child: the attempt itself will tell.
  if (child == 0)
    runChild(attempt, seconds);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return support::done();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return support::done();
  const bool timedOut =
      WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  return support::Failure{timedOut ? "does not end" : "crashes", {}};
}

} // namespace heddle::frontend
