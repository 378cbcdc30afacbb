// RUN: %expect %s
// The difference of two positions is negative when the reader has overtaken the
// writer, and is used as a shift count.
// EXPECT: shift
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
  atomic_store(&window, 1u << ahead); // BUG: shift
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
