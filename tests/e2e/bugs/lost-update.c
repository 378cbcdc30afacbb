// RUN: %expect %s
// Two deposits read the same balance, and one overwrites the other.
// EXPECT: assertion
// EXPECT-MAYBE: data-race
#include <assert.h>
#include <pthread.h>

static int balance = 100;

static void *deposit(void *arg) {
  (void)arg;
  int seen = balance;  // BUG: data-race
  balance = seen + 50; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, deposit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 200); // BUG: assertion
  return 0;
}
