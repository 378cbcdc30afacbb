// Attribute objects of threads, mutexes, condition variables, read-write locks and barriers. The VM
// reads the first four bytes of those of threads (detached or not) and the lowest byte of those of
// mutexes (the type); the rest is kept so that it can be asked for.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>

// The VM reports that the program needs something it does not have.
void __heddle_unsupported(const char *what);

struct threadAttributes {
  int detached;
  int scope;
  int inherits;
  int policy;
  int priority;
  int unused;
  size_t stackSize;
  size_t guardSize;
  void *stack;
};
_Static_assert(sizeof(struct threadAttributes) <= sizeof(pthread_attr_t), "it has room");

static struct threadAttributes *of(const pthread_attr_t *attributes) {
  return (struct threadAttributes *)attributes;
}

int pthread_attr_init(pthread_attr_t *attributes) {
  memset(attributes, 0, sizeof *attributes);
  of(attributes)->stackSize = 8u << 20;
  of(attributes)->guardSize = 4096;
  return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) {
  (void)attributes;
  return 0;
}

#define ACCESSORS(NAME, TYPE, FIELD)                                                               \
  int pthread_attr_get##NAME(const pthread_attr_t *attributes, TYPE *value) {                      \
    *value = of(attributes)->FIELD;                                                                \
    return 0;                                                                                      \
  }                                                                                                \
  int pthread_attr_set##NAME(pthread_attr_t *attributes, TYPE value) {                             \
    of(attributes)->FIELD = value;                                                                 \
    return 0;                                                                                      \
  }
ACCESSORS(scope, int, scope)
ACCESSORS(inheritsched, int, inherits)
ACCESSORS(schedpolicy, int, policy)
ACCESSORS(guardsize, size_t, guardSize)

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = of(attributes)->detached;
  return 0;
}
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
    return EINVAL;
  of(attributes)->detached = state;
  return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
  *size = of(attributes)->stackSize;
  return 0;
}
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  if (size < 16384) // PTHREAD_STACK_MIN
    return EINVAL;
  of(attributes)->stackSize = size;
  return 0;
}
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size) {
  *stack = of(attributes)->stack;
  *size = of(attributes)->stackSize;
  return 0;
}
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size) {
  of(attributes)->stack = stack;
  of(attributes)->stackSize = size;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *value) {
  value->sched_priority = of(attributes)->priority;
  return 0;
}
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *value) {
  of(attributes)->priority = value->sched_priority;
  return 0;
}

// The small ones are one number each, a byte or a bit an attribute.

static unsigned field(const void *attributes, unsigned shift, unsigned mask) {
  unsigned all;
  memcpy(&all, attributes, sizeof all);
  return all >> shift & mask;
}

static int setField(void *attributes, unsigned shift, unsigned mask, int value, int most) {
  if (value < 0 || value > most)
    return EINVAL;
  unsigned all;
  memcpy(&all, attributes, sizeof all);
  all = (all & ~(mask << shift)) | (unsigned)value << shift;
  memcpy(attributes, &all, sizeof all);
  return 0;
}

static int clear(void *attributes) {
  const unsigned none = 0;
  memcpy(attributes, &none, sizeof none);
  return 0;
}

#define SMALL(KIND)                                                                                \
  int pthread_##KIND##_init(pthread_##KIND##_t *attributes) {                                      \
    return clear(attributes);                                                                      \
  }                                                                                                \
  int pthread_##KIND##_destroy(pthread_##KIND##_t *attributes) {                                   \
    (void)attributes;                                                                              \
    return 0;                                                                                      \
  }
#define SMALL_FIELD(KIND, NAME, SHIFT, MASK, MOST)                                                 \
  int pthread_##KIND##_get##NAME(const pthread_##KIND##_t *attributes, int *value) {               \
    *value = (int)field(attributes, SHIFT, MASK);                                                  \
    return 0;                                                                                      \
  }                                                                                                \
  int pthread_##KIND##_set##NAME(pthread_##KIND##_t *attributes, int value) {                      \
    return setField(attributes, SHIFT, MASK, value, MOST);                                         \
  }

SMALL(mutexattr)
SMALL_FIELD(mutexattr, type, 0, 0xff, PTHREAD_MUTEX_ADAPTIVE_NP)
SMALL_FIELD(mutexattr, pshared, 8, 1, 1)
SMALL_FIELD(mutexattr, protocol, 10, 3, PTHREAD_PRIO_PROTECT)
SMALL_FIELD(mutexattr, prioceiling, 16, 0xff, 99)
SMALL(condattr)
SMALL_FIELD(condattr, pshared, 8, 1, 1)
SMALL(rwlockattr)
SMALL_FIELD(rwlockattr, pshared, 8, 1, 1)
SMALL(barrierattr)
SMALL_FIELD(barrierattr, pshared, 8, 1, 1)

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust) {
  (void)attributes;
  *robust = PTHREAD_MUTEX_STALLED;
  return 0;
}
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  (void)attributes;
  if (robust == PTHREAD_MUTEX_ROBUST)
    __heddle_unsupported("robust mutexes");
  return robust == PTHREAD_MUTEX_STALLED ? 0 : EINVAL;
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
  *clock = (clockid_t)field(attributes, 0, 0xff);
  return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
  return setField(attributes, 0, 0xff, clock, 1);
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
  *kind = (int)field(attributes, 0, 0xff);
  return 0;
}
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
  return setField(attributes, 0, 0xff, kind, 2);
}
