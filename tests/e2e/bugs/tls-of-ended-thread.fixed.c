// RUN: %expect %s
// The published variable is static.
// EXPECT: safe
#include <pthread.h>

static int status;
static int *published;

static void *publish(void *arg) {
  (void)arg;
  status = 3;
  published = &status;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, publish, NULL);
  pthread_join(a, NULL);
  int seen = *published;
  return seen == 0;
}
