// RUN: %expect %s
// Two threads take slots from a shared counter, but there is only one slot.
// EXPECT: out-of-bounds
#include <pthread.h>
#include <stdatomic.h>

static int slots[1];
static atomic_int used;

static void *enlist(void *arg) {
  (void)arg;
  int slot = atomic_fetch_add(&used, 1);
  slots[slot] = 1; // BUG: out-of-bounds
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enlist, NULL);
  pthread_create(&b, NULL, enlist, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
