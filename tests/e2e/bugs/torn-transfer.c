// RUN: %expect %s
// The transfer releases the lock between the two accounts, so an auditor can
// see money missing.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int from = 70;
static int to = 30;

static void *transfer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  from -= 20;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  to += 20;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *audit(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int sum = from + to;
  pthread_mutex_unlock(&lock);
  assert(sum == 100); // BUG: assertion
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, transfer, NULL);
  pthread_create(&b, NULL, audit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
