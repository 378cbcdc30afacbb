// RUN: %expect %s
// Only a positive difference is used.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int writer = 2;
static atomic_int reader = 2;
static atomic_uint window;

static void *write_one(void *arg) {
  (void)arg;
  atomic_fetch_add(&writer, 1);
  return NULL;
}

static void *read_one(void *arg) {
  (void)arg;
  int position = atomic_fetch_add(&reader, 1) + 1;
  int ahead = atomic_load(&writer) - position;
  if (ahead < 0)
    ahead = 0;
  atomic_store(&window, 1u << ahead);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_one, NULL);
  pthread_create(&b, NULL, read_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
