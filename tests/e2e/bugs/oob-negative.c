// RUN: %expect %s
// Two threads pop from a stack of one element, and the index goes below zero.
// EXPECT: out-of-bounds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[2] = {4, 5};
static int depth = 1;
static int popped;

static void *pop(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  depth--;
  popped += stack[depth]; // BUG: out-of-bounds
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, pop, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
