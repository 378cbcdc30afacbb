// Two threads pay 100 into one account. The check at the end fails now and then: find out when.
#include <assert.h>
#include <pthread.h>

static int balance = 0;

static void *deposit(void *amount) {
  int before = balance;
  balance = before + *(int *)amount;
  return 0;
}

int main(void) {
  int amount = 100;
  pthread_t first, second;
  pthread_create(&first, 0, deposit, &amount);
  pthread_create(&second, 0, deposit, &amount);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance == 200);
  return 0;
}
