// RUN: %expect %s
// Two threads end in a lock cycle while a third, which needs neither lock, runs
// on.
// EXPECT: deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ticks;

static void *forward(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a_lock);
  pthread_mutex_lock(&b_lock); // BUG: deadlock
  pthread_mutex_unlock(&b_lock);
  pthread_mutex_unlock(&a_lock);
  return NULL;
}

static void *backward(void *arg) {
  (void)arg;
  pthread_mutex_lock(&b_lock);
  pthread_mutex_lock(&a_lock); // BUG: deadlock
  pthread_mutex_unlock(&a_lock);
  pthread_mutex_unlock(&b_lock);
  return NULL;
}

static void *tick(void *arg) {
  (void)arg;
  atomic_fetch_add(&ticks, 1);
  atomic_fetch_add(&ticks, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_create(&c, NULL, tick, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  pthread_join(c, NULL); // BUG-MAYBE: deadlock
  return 0;
}
