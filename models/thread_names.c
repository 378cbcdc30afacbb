// What pthread.h has beside threads and their synchronisation: names, priorities, clocks.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct named {
  struct named *next;
  pthread_t thread;
  char name[16];
};
static struct named *names;
static int namesTurn;

static struct named *find(pthread_t thread) {
  struct named *entry = names;
  while (entry && !pthread_equal(entry->thread, thread))
    entry = entry->next;
  return entry;
}

int pthread_setname_np(pthread_t thread, const char *name) {
  if (strlen(name) >= sizeof names->name)
    return ERANGE;
  enter(&namesTurn);
  struct named *entry = find(thread);
  if (!entry) {
    entry = malloc(sizeof *entry);
    if (!entry)
      abort();
    entry->next = names;
    entry->thread = thread;
    names = entry;
  }
  strcpy(entry->name, name);
  leave(&namesTurn);
  return 0;
}

int pthread_getname_np(pthread_t thread, char *into, size_t room) {
  if (room < sizeof names->name)
    return ERANGE;
  enter(&namesTurn);
  const struct named *entry = find(thread);
  strcpy(into, entry ? entry->name : "program");
  leave(&namesTurn);
  return 0;
}

int pthread_setconcurrency(int level) {
  return level < 0 ? EINVAL : 0;
}
int pthread_getconcurrency(void) {
  return 0;
}
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  (void)thread;
  (void)policy;
  (void)parameters;
  return 0;
}
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *into) {
  (void)thread;
  *policy = SCHED_OTHER;
  into->sched_priority = 0;
  return 0;
}
int pthread_setschedprio(pthread_t thread, int priority) {
  (void)thread;
  (void)priority;
  return 0;
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  (void)thread;
  return sched_setaffinity(0, size, set);
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *into) {
  (void)thread;
  return sched_getaffinity(0, size, into);
}
int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set) {
  (void)attributes;
  (void)size;
  (void)set;
  return 0;
}
int pthread_getcpuclockid(pthread_t thread, clockid_t *into) {
  (void)thread;
  *into = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
// There is no fork, so the handlers wait for nothing.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare;
  (void)parent;
  (void)child;
  return 0;
}
int pthread_getattr_np(pthread_t thread, pthread_attr_t *into) {
  (void)thread;
  return pthread_attr_init(into);
}
