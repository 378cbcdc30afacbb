// N threads want the one object: whoever sees none makes it under a mutex, after a second look.
// With -DBUG nobody looks again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct thing {
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct thing *) instance;
static int made;

static struct thing *get(void) {
  struct thing *found = instance;
  if (found)
    return found;
  pthread_mutex_lock(&lock);
#ifndef BUG
  found = instance;
#endif
  if (!found) {
    found = malloc(sizeof *found);
    found->value = 42;
    ++made;
    instance = found;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void *use(void *unused) {
  assert(get()->value == 42);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(made == 1);
  free(instance);
  return 0;
}
