// RUN: %expect %s
// A function that locks calls another that locks the same normal mutex.
// EXPECT: lock-misuse
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int size;

static void add_one(void) {
  pthread_mutex_lock(&lock); // BUG: lock-misuse
  size++;
  pthread_mutex_unlock(&lock);
}

static void *add_two(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  add_one();
  add_one();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, add_two, NULL);
  pthread_join(a, NULL);
  return 0;
}
