// RUN: %expect %s
// An empty stack is not popped.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[2] = {4, 5};
static int depth = 1;
static int popped;

static void *pop(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (depth > 0) {
    depth--;
    popped += stack[depth];
  }
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
