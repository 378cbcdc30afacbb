// RUN: %expect %s
// Copy and update hold the lock.
// EXPECT: safe
#include <pthread.h>
#include <string.h>

struct record {
  int id;
  int size;
};

static struct record live = {1, 10};
static struct record copy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *snapshot(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  memcpy(&copy, &live, sizeof live);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *grow(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  live.size = 20;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, snapshot, NULL);
  pthread_create(&b, NULL, grow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
