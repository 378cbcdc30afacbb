// RUN: %expect %s
// Two detached threads end in a lock cycle after main has ended.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second); // BUG: deadlock
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *forward(void *arg) {
  (void)arg;
  both(&a_lock, &b_lock);
  return NULL;
}

static void *backward(void *arg) {
  (void)arg;
  both(&b_lock, &a_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_detach(a);
  pthread_detach(b);
  pthread_exit(NULL);
}
