// RUN: %expect %s
// C11 mutexes taken in opposite order.
// EXPECT: deadlock
#include <threads.h>

static mtx_t a_lock, b_lock;

static int forward(void *arg) {
  (void)arg;
  mtx_lock(&a_lock);
  mtx_lock(&b_lock); // BUG: deadlock
  mtx_unlock(&b_lock);
  mtx_unlock(&a_lock);
  return 0;
}

static int backward(void *arg) {
  (void)arg;
  mtx_lock(&b_lock);
  mtx_lock(&a_lock); // BUG: deadlock
  mtx_unlock(&a_lock);
  mtx_unlock(&b_lock);
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&a_lock, mtx_plain);
  mtx_init(&b_lock, mtx_plain);
  thrd_create(&a, forward, NULL);
  thrd_create(&b, backward, NULL);
  thrd_join(a, NULL); // BUG-MAYBE: deadlock
  thrd_join(b, NULL); // BUG-MAYBE: deadlock
  mtx_destroy(&a_lock);
  mtx_destroy(&b_lock);
  return 0;
}
