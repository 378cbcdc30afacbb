// RUN: %expect %s
// Main writes before it creates the thread.
// EXPECT: safe
#include <pthread.h>

static int mode;

static void *run(void *arg) {
  (void)arg;
  mode = 2;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  mode = 1;
  pthread_create(&worker, &attributes, run, NULL);
  pthread_attr_destroy(&attributes);
  return 0;
}
