// RUN: %expect %s
// The argument is used as the number that it is.
// EXPECT: safe
#include <pthread.h>
#include <stdint.h>

static intptr_t copy;

static void *store(void *arg) {
  copy = (intptr_t)arg;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, (void *)(intptr_t)70000);
  pthread_join(thread, NULL);
  return 0;
}
