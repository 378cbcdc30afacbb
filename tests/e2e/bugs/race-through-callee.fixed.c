// RUN: %expect %s
// The innermost function takes the lock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[2];

static void set(int *cell, int value) {
  pthread_mutex_lock(&lock);
  *cell = value;
  pthread_mutex_unlock(&lock);
}

static void set_last(int value) {
  set(&cells[1], value);
}

static void *direct(void *arg) {
  (void)arg;
  set(&cells[1], 1);
  return NULL;
}

static void *indirect(void *arg) {
  (void)arg;
  set_last(2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, direct, NULL);
  pthread_create(&b, NULL, indirect, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
