// RUN: %expect %s
// One exchange decides who starts.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int started;
static atomic_int services;

static void *start(void *arg) {
  (void)arg;
  if (atomic_exchange(&started, 1))
    return NULL;
  if (atomic_fetch_add(&services, 1) != 0)
    abort();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, start, NULL);
  pthread_create(&b, NULL, start, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
