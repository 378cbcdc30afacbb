// RUN: %expect %s
// A home-made spinlock is not released on the early way out.
// EXPECT: hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static void *once_each(void *arg) {
  (void)arg;
  while (atomic_flag_test_and_set(&busy)) // BUG: hang
    ;
  if (count > 0)
    return NULL;
  count++;
  atomic_flag_clear(&busy);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, once_each, NULL);
  pthread_create(&b, NULL, once_each, NULL);
  pthread_create(&c, NULL, once_each, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
