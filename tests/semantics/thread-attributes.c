// Attribute objects keep what they are told.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void ofThreads(void) {
  pthread_attr_t a;
  struct sched_param parameters = {.sched_priority = 0};
  size_t size = 0;
  int n = -1;
  void *stack = NULL;
  printf("%d\n", pthread_attr_init(&a));
  pthread_attr_getdetachstate(&a, &n);
  printf("%d %d\n", n == PTHREAD_CREATE_JOINABLE,
         pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
  pthread_attr_getdetachstate(&a, &n);
  printf("%d %d\n", n == PTHREAD_CREATE_DETACHED, pthread_attr_setdetachstate(&a, 77) == EINVAL);
  printf("%d %d\n", pthread_attr_setstacksize(&a, 1 << 20), pthread_attr_getstacksize(&a, &size));
  printf("%zu %d\n", size, pthread_attr_setstacksize(&a, 1) == EINVAL);
  printf("%d %d\n", pthread_attr_setguardsize(&a, 8192), pthread_attr_getguardsize(&a, &size));
  printf("%zu\n", size);
  void *own = aligned_alloc(4096, 1 << 16);
  printf("%d %d\n", pthread_attr_setstack(&a, own, 1 << 16),
         pthread_attr_getstack(&a, &stack, &size));
  printf("%d %zu\n", stack == own, size);
  free(own);
  printf("%d\n", pthread_attr_setschedpolicy(&a, SCHED_OTHER));
  printf("%d %d\n", pthread_attr_getschedpolicy(&a, &n), n == SCHED_OTHER);
  printf("%d\n", pthread_attr_setschedparam(&a, &parameters));
  printf("%d %d\n", pthread_attr_getschedparam(&a, &parameters), parameters.sched_priority);
  printf("%d\n", pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED));
  printf("%d %d\n", pthread_attr_getinheritsched(&a, &n), n == PTHREAD_EXPLICIT_SCHED);
  printf("%d\n", pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM));
  printf("%d %d\n", pthread_attr_getscope(&a, &n), n == PTHREAD_SCOPE_SYSTEM);
  printf("%d\n", pthread_attr_destroy(&a));
}

#define SHARED(type, init, destroy, get, set)                                                      \
  do {                                                                                             \
    type a;                                                                                        \
    int n = -1;                                                                                    \
    printf("%d ", init(&a));                                                                       \
    get(&a, &n);                                                                                   \
    printf("%d ", n == PTHREAD_PROCESS_PRIVATE);                                                   \
    printf("%d ", set(&a, PTHREAD_PROCESS_SHARED));                                                \
    get(&a, &n);                                                                                   \
    printf("%d %d\n", n == PTHREAD_PROCESS_SHARED, destroy(&a));                                   \
  } while (0)

static void ofMutexes(void) {
  pthread_mutexattr_t a;
  int n = -1;
  pthread_mutexattr_init(&a);
  printf("%d ", pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
  pthread_mutexattr_gettype(&a, &n);
  printf("%d\n", n == PTHREAD_MUTEX_RECURSIVE);
  printf("%d ", pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
  pthread_mutexattr_getprotocol(&a, &n);
  printf("%d\n", n == PTHREAD_PRIO_INHERIT);
  printf("%d ", pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
  pthread_mutexattr_getrobust(&a, &n);
  printf("%d\n", n == PTHREAD_MUTEX_STALLED);
  printf("%d ", pthread_mutexattr_setprioceiling(&a, 5));
  pthread_mutexattr_getprioceiling(&a, &n);
  printf("%d\n", n);
  pthread_mutexattr_destroy(&a);
}

int main(void) {
  ofThreads();
  SHARED(pthread_mutexattr_t, pthread_mutexattr_init, pthread_mutexattr_destroy,
         pthread_mutexattr_getpshared, pthread_mutexattr_setpshared);
  SHARED(pthread_condattr_t, pthread_condattr_init, pthread_condattr_destroy,
         pthread_condattr_getpshared, pthread_condattr_setpshared);
  SHARED(pthread_rwlockattr_t, pthread_rwlockattr_init, pthread_rwlockattr_destroy,
         pthread_rwlockattr_getpshared, pthread_rwlockattr_setpshared);
  SHARED(pthread_barrierattr_t, pthread_barrierattr_init, pthread_barrierattr_destroy,
         pthread_barrierattr_getpshared, pthread_barrierattr_setpshared);
  ofMutexes();
  pthread_condattr_t c;
  clockid_t clock = 0;
  pthread_condattr_init(&c);
  printf("%d ", pthread_condattr_setclock(&c, CLOCK_MONOTONIC));
  pthread_condattr_getclock(&c, &clock);
  printf("%d\n", clock == CLOCK_MONOTONIC);
  pthread_rwlockattr_t r;
  int kind = -1;
  pthread_rwlockattr_init(&r);
  printf("%d ", pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  pthread_rwlockattr_getkind_np(&r, &kind);
  printf("%d\n", kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  return 0;
}
