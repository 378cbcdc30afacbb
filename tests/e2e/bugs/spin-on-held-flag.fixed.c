// RUN: %expect %s
// The spinlock is released on every way out.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static void *once_each(void *arg) {
  (void)arg;
  while (atomic_flag_test_and_set(&busy))
    ;
  if (count == 0)
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
