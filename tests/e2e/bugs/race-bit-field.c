// RUN: %expect %s
// Two bit-fields share a storage unit: writing one rewrites the other.
// EXPECT: data-race
#include <pthread.h>

static struct {
  unsigned char dirty : 1;
  unsigned char locked : 1;
} page;

static void *touch(void *arg) {
  (void)arg;
  page.dirty = 1; // BUG: data-race
  return NULL;
}

static void *pin(void *arg) {
  (void)arg;
  page.locked = 1; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, touch, NULL);
  pthread_create(&b, NULL, pin, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
