// RUN: %expect %s
// The two flags are adjacent bytes and do not race.
// EXPECT: safe
#include <pthread.h>

static struct {
  unsigned char dirty;
  unsigned char locked;
} page;

static void *touch(void *arg) {
  (void)arg;
  page.dirty = 1;
  return NULL;
}

static void *pin(void *arg) {
  (void)arg;
  page.locked = 1;
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
