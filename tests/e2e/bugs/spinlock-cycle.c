// RUN: %expect %s
// Two spinlocks are taken in opposite order.
// EXPECT: deadlock
#include <pthread.h>

static pthread_spinlock_t s, t;

static void *forward(void *arg) {
  (void)arg;
  pthread_spin_lock(&s);
  pthread_spin_lock(&t); // BUG: deadlock
  pthread_spin_unlock(&t);
  pthread_spin_unlock(&s);
  return NULL;
}

static void *backward(void *arg) {
  (void)arg;
  pthread_spin_lock(&t);
  pthread_spin_lock(&s); // BUG: deadlock
  pthread_spin_unlock(&s);
  pthread_spin_unlock(&t);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&t, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  pthread_spin_destroy(&s);
  pthread_spin_destroy(&t);
  return 0;
}
