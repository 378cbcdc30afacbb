// Names and scheduling of threads.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void *work(void *argument) {
  char name[16] = "";
  pthread_setname_np(pthread_self(), "worker");
  pthread_getname_np(pthread_self(), name, sizeof name);
  printf("%s\n", name);
  return argument;
}
static void nothing(void) {}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  char name[16];
  printf("%d\n", pthread_setname_np(pthread_self(), "far too long a name for a thread") == ERANGE);
  printf("%d\n", pthread_getname_np(pthread_self(), name, 3) == ERANGE);
  printf("%d %d\n", pthread_setconcurrency(2), pthread_setconcurrency(-1) == EINVAL);
  printf("%d\n", pthread_getconcurrency() >= 0);
  int policy;
  struct sched_param parameters;
  printf("%d ", pthread_getschedparam(pthread_self(), &policy, &parameters));
  printf("%d %d\n", policy, parameters.sched_priority);
  printf("%d\n", pthread_setschedparam(pthread_self(), policy, &parameters));
  printf("%d\n", pthread_setschedprio(pthread_self(), 0));
  clockid_t clock;
  printf("%d\n", pthread_getcpuclockid(pthread_self(), &clock));
  printf("%d\n", pthread_atfork(nothing, nothing, nothing));
  pthread_attr_t attributes;
  printf("%d\n", pthread_getattr_np(pthread_self(), &attributes));
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  printf("%d\n", pthread_attr_setaffinity_np(&attributes, sizeof set, &set));
  pthread_attr_destroy(&attributes);
  return 0;
}
