// RUN: %expect %s
// Check and withdrawal share one critical section.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int enough = balance >= 100;
  if (enough)
    balance -= 100;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance >= 0);
  return 0;
}
