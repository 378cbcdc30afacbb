// RUN: %expect %s
// The two threads agree on the order; the third is as before.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ticks;

static void *forward(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a_lock);
  pthread_mutex_lock(&b_lock);
  pthread_mutex_unlock(&b_lock);
  pthread_mutex_unlock(&a_lock);
  return NULL;
}

static void *backward(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a_lock);
  pthread_mutex_lock(&b_lock);
  pthread_mutex_unlock(&b_lock);
  pthread_mutex_unlock(&a_lock);
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
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
