// Signal sets, masks and handlers that nobody calls.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static void handler(int number) {
  (void)number;
}

int main(void) {
  sigset_t set, old;
  sigemptyset(&set);
  printf("%d\n", sigismember(&set, SIGINT));
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGRTMAX);
  printf("%d %d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGRTMAX),
         sigismember(&set, SIGTERM));
  sigdelset(&set, SIGINT);
  printf("%d\n", sigismember(&set, SIGINT));
  printf("%d\n", sigaddset(&set, 1000) == -1 && errno == EINVAL);
  sigfillset(&old);
  printf("%d\n", sigismember(&old, SIGUSR1));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  printf("%d ", pthread_sigmask(SIG_BLOCK, &set, &old));
  printf("%d ", sigismember(&old, SIGUSR1));
  printf("%d ", sigprocmask(SIG_UNBLOCK, &set, &old));
  printf("%d\n", sigismember(&old, SIGUSR1));
  printf("%d\n", pthread_sigmask(99, &set, NULL) == EINVAL);
  printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
  printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
  struct sigaction action = {.sa_handler = handler}, before;
  printf("%d %d\n", sigaction(SIGUSR1, &action, &before), before.sa_handler == SIG_IGN);
  printf("%d\n", sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
  return 0;
}
