// RUN: %expect %s
// A consumer tests the predicate with `if`: woken by the broadcast, it finds
// that the other consumer has taken the item.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static int closed;

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (items == 0 && !closed)
    pthread_cond_wait(&changed, &lock);
  assert(items > 0 || closed); // BUG: assertion
  if (items > 0)
    items--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_create(&c, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
