// RUN: %expect %s
// The reference is dropped before the last use: the other thread may free the
// object, and the mutex in it.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t lock;
  atomic_int refs;
  int uses;
};

static void *use_and_drop(void *arg) {
  struct object *object = arg;
  int last = atomic_fetch_sub(&object->refs, 1) == 1;
  pthread_mutex_lock(&object->lock);   // BUG: use-after-free, data-race
  object->uses++;                      // BUG: use-after-free, data-race
  pthread_mutex_unlock(&object->lock); // BUG: use-after-free, data-race
  if (last)
    free(object); // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct object *object = calloc(1, sizeof *object);
  pthread_mutex_init(&object->lock, NULL);
  atomic_init(&object->refs, 2);
  pthread_create(&a, NULL, use_and_drop, object);
  pthread_create(&b, NULL, use_and_drop, object);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
