// RUN: %expect %s
// The raw mode uses an object's address.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static int device;
static atomic_int raw;

static void *switch_to_raw(void *arg) {
  (void)arg;
  atomic_store(&raw, 1);
  return NULL;
}

static void *poke(void *arg) {
  (void)arg;
  int *port = &device;
  if (atomic_load(&raw))
    port = (int *)(uintptr_t)&device;
  *port = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, switch_to_raw, NULL);
  pthread_create(&b, NULL, poke, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
