// RUN: %expect %s
// One thread tries the second mutex and steps back.
// EXPECT: safe
#include <threads.h>

static mtx_t a_lock, b_lock;

static int forward(void *arg) {
  (void)arg;
  mtx_lock(&a_lock);
  mtx_lock(&b_lock);
  mtx_unlock(&b_lock);
  mtx_unlock(&a_lock);
  return 0;
}

static int backward(void *arg) {
  (void)arg;
  mtx_lock(&b_lock);
  if (mtx_trylock(&a_lock) == thrd_success)
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
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_destroy(&a_lock);
  mtx_destroy(&b_lock);
  return 0;
}
