// RUN: %expect %s
// The count is dropped and read in two steps, so both threads can read zero and
// free the object.
// EXPECT: double-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int refs = 2;
static int *object;

static void *put(void *arg) {
  (void)arg;
  atomic_fetch_sub(&refs, 1);
  if (atomic_load(&refs) == 0)
    free(object); // BUG: double-free, data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  pthread_create(&a, NULL, put, NULL);
  pthread_create(&b, NULL, put, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
