// RUN: %expect %s
// The mutex makes each deposit one step.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int seen = balance;
  balance = seen + 50;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, deposit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 200);
  return 0;
}
