// RUN: %expect %s
// A thread created detached by attribute writes while main writes.
// EXPECT: data-race
#include <pthread.h>

static int mode;

static void *run(void *arg) {
  (void)arg;
  mode = 2; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&worker, &attributes, run, NULL);
  pthread_attr_destroy(&attributes);
  mode = 1; // BUG: data-race
  return 0;
}
