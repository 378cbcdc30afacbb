// What a program may ask about itself: only what holds everywhere is printed.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  printf("%d %d %d\n", getpid() > 1, getppid() >= 0, gettid() > 1);
  printf("%d %d\n", getpgrp() >= 0, getsid(0) >= 0);
  printf("%d %d\n", getuid() == geteuid(), getgid() == getegid());
  printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
  printf("%d %d %d\n", sysconf(_SC_NPROCESSORS_ONLN) > 0, get_nprocs() > 0, get_nprocs_conf() > 0);
  printf("%ld %d\n", sysconf(_SC_CLK_TCK), getdtablesize() > 0);
  struct utsname name;
  char host[256];
  printf("%d %s %d\n", uname(&name), name.sysname, gethostname(host, sizeof host));
  struct rlimit limit;
  printf("%d\n", getrlimit(RLIMIT_NOFILE, &limit));
  printf("%d\n", setrlimit(RLIMIT_NOFILE, &limit));
  double loads[3];
  printf("%d\n", getloadavg(loads, 3));

  printf("%d %d\n", sched_get_priority_max(SCHED_FIFO), sched_get_priority_min(SCHED_RR));
  printf("%d %d\n", sched_get_priority_max(SCHED_OTHER), sched_getscheduler(0));
  struct sched_param parameters = {0};
  printf("%d ", sched_setscheduler(0, SCHED_OTHER, &parameters));
  printf("%d ", sched_setparam(0, &parameters));
  printf("%d %d\n", sched_getparam(0, &parameters), parameters.sched_priority);
  cpu_set_t set;
  printf("%d %d\n", sched_getaffinity(0, sizeof set, &set), CPU_COUNT(&set) > 0);
  printf("%d %d\n", sched_setaffinity(0, sizeof set, &set), sched_getcpu() >= 0);
  printf("%d\n", pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  printf("%d\n", pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  cpu_set_t *large = CPU_ALLOC(100);
  CPU_ZERO_S(CPU_ALLOC_SIZE(100), large);
  CPU_SET_S(70, CPU_ALLOC_SIZE(100), large);
  printf("%d\n", CPU_COUNT_S(CPU_ALLOC_SIZE(100), large));
  CPU_FREE(large);
  printf("%d\n", nice(0) == getpriority(PRIO_PROCESS, 0));
  printf("%d\n", setpriority(PRIO_PROCESS, 0, 0));

  struct rusage usage;
  struct tms ticks;
  printf("%d %d\n", getrusage(RUSAGE_SELF, &usage), times(&ticks) != (clock_t)-1);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&(struct timespec){0, 1000}, NULL);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1000}, NULL);
  usleep(1);
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%d\n", after.tv_sec > before.tv_sec ||
                     (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
  struct timeval day;
  printf("%d %d %d\n", gettimeofday(&day, NULL), time(NULL) > 900000000, clock() >= 0);
  unsigned char random[8];
  printf("%d\n", getentropy(random, sizeof random));
  return 0;
}
