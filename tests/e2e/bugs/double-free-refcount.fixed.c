// RUN: %expect %s
// The drop itself says who was last.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int refs = 2;
static int *object;

static void *put(void *arg) {
  (void)arg;
  if (atomic_fetch_sub(&refs, 1) == 1)
    free(object);
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
