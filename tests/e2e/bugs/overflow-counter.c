// RUN: %expect %s
// The second increment takes the counter past INT_MAX.
// CHECK-FLAGS: --property overflow
// EXPECT: overflow
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *increment(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  counter++; // BUG: overflow
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
