// RUN: %expect %s
// The thread takes its argument for a pointer, but was given a number.
// EXPECT: invalid-pointer
#include <pthread.h>
#include <stdint.h>

static intptr_t copy;

static void *store(void *arg) {
  copy = *(intptr_t *)arg; // BUG: invalid-pointer
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, (void *)(intptr_t)70000);
  pthread_join(thread, NULL);
  return 0;
}
