/* Runs a generated program many times, each in a process of its own, and prints how the runs ended.
 *
 * usage: program RUNS SEED MILLISECONDS
 * A run that all threads of which sleep for good, or that takes longer than that, is stuck. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t native_seed;
uint64_t native_threads;
int native_program(void);

enum { mostStuck = 10, longestOutput = 4000 };

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* The context switches of all threads so far if every one sleeps, else -1. */
static long switchesIfAsleep(pid_t child) {
  char path[300];
  long total = 0;
  struct dirent *task;
  DIR *tasks;
  snprintf(path, sizeof path, "/proc/%d/task", child);
  tasks = opendir(path);
  if (!tasks)
    return -1;
  while (total >= 0 && (task = readdir(tasks))) {
    char line[200];
    FILE *status;
    if (task->d_name[0] == '.')
      continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/status", child, task->d_name);
    status = fopen(path, "r");
    if (!status) {
      total = -1;
      break;
    }
    while (total >= 0 && fgets(line, sizeof line, status)) {
      const char *count = strstr(line, "voluntary_ctxt_switches:");
      if (strncmp(line, "State:", 6) == 0 && line[7] != 'S')
        total = -1;
      else if (count)
        total += atol(count + strlen("voluntary_ctxt_switches:"));
    }
    fclose(status);
  }
  closedir(tasks);
  return total;
}

static void runProgram(int out) {
  const int nowhere = open("/dev/null", O_WRONLY);
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  dup2(out, 1);
  dup2(nowhere, 2);
  exit(native_program());
}

/* Reads what the child prints until it ends; 0 if it does not. */
static int follow(pid_t child, int in, long limit, char *output) {
  const long long start = now();
  size_t length = 0;
  long asleep = -1;
  for (;;) {
    struct pollfd ready = {in, POLLIN, 0};
    if (poll(&ready, 1, 10) > 0) {
      const ssize_t got = read(in, output + length, longestOutput - length);
      if (got <= 0)
        break;
      length += (size_t)got;
      continue;
    }
    const long before = asleep;
    asleep = switchesIfAsleep(child);
    if ((asleep >= 0 && asleep == before) || now() - start > limit)
      return 0;
  }
  output[length] = 0;
  return 1;
}

int main(int argc, char **argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 100;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  const long limit = argc > 3 ? atol(argv[3]) : 20000;
  int stuck = 0;
  for (int i = 0; i < runs && stuck < mostStuck; ++i) {
    int ends[2];
    char output[longestOutput + 1];
    int status = 0;
    pid_t child;
    if (pipe(ends) != 0)
      return 2;
    native_seed = seed * 1000003 + (uint64_t)i;
    fflush(stdout); /* Or the child would print it once more. */
    child = fork();
    if (child < 0)
      return 2;
    if (child == 0) {
      close(ends[0]);
      runProgram(ends[1]);
    }
    close(ends[1]);
    const int ended = follow(child, ends[0], limit, output);
    if (!ended)
      kill(child, SIGKILL);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (!ended) {
      ++stuck;
      printf("stuck\n");
    } else if (WIFSIGNALED(status)) {
      printf(WTERMSIG(status) == SIGABRT ? "abort\n" : "signal %d\n", WTERMSIG(status));
    } else {
      printf("prints %s", output);
    }
  }
  return 0;
}
