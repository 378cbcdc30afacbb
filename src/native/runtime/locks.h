/* How a mutex looks to the runtime. The kind stands where the C library has it too, since static
 * initialisers write it. */
#ifndef HEDDLE_NATIVE_LOCKS_H
#define HEDDLE_NATIVE_LOCKS_H

#include "runtime.h"

struct lock {
  int owner; /* 1 + the number of the thread that holds it. */
  int count;
  int state;
  int unused;
  int kind;
};
_Static_assert(offsetof(struct lock, kind) == 16, "where the C library has it");
_Static_assert(sizeof(struct lock) <= sizeof(pthread_mutex_t), "it must fit");

/* For a condition wait: gives the mutex up, however often it is held, and takes it back. */
int heddle_release(pthread_mutex_t *mutex);
void heddle_take_back(pthread_mutex_t *mutex, int depth);

#endif
