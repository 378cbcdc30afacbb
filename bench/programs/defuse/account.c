// A deposit and a withdrawal that do not lock all of what they do; a third thread checks the sum.
#include <heddle/heddle.h>
#include <pthread.h>

int balance = 100;
int deposited, withdrawn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *amount) {
  pthread_mutex_lock(&m);
  balance += *(int *)amount;
  deposited = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

void *withdraw(void *amount) {
  pthread_mutex_lock(&m);
  int now = balance;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  balance = now - *(int *)amount;
  withdrawn = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

void *check(void *sum) {
  pthread_mutex_lock(&m);
  if (deposited && withdrawn)
    heddle_assert(balance == *(int *)sum);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  int up = 20, down = 30, sum = 90;
  pthread_t t[3];
  pthread_create(&t[0], 0, deposit, &up);
  pthread_create(&t[1], 0, withdraw, &down);
  pthread_create(&t[2], 0, check, &sum);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
