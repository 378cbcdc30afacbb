// RUN: %expect %s
// A default handler is in place from the start.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int calls;

static void count_call(void) {
  atomic_fetch_add(&calls, 1);
}

static void (*_Atomic handler)(void) = count_call;

static void *set_handler(void *arg) {
  (void)arg;
  atomic_store(&handler, count_call);
  return NULL;
}

static void *fire(void *arg) {
  (void)arg;
  void (*mine)(void) = atomic_load(&handler);
  mine();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set_handler, NULL);
  pthread_create(&b, NULL, fire, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
