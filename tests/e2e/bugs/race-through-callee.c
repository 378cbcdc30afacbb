// RUN: %expect %s
// Two call chains of different depth end in an unprotected write of the same
// cell through a pointer.
// EXPECT: data-race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[2];

static void set(int *cell, int value) {
  *cell = value; // BUG: data-race
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
  pthread_mutex_lock(&lock);
  set_last(2);
  pthread_mutex_unlock(&lock);
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
