// a balance that is checked and then used, with a payment in between
#include <pthread.h>

pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;
int checked;
int left;

static void *withdraw(void *unused) {
  pthread_mutex_lock(&account);
  checked = balance;
  left = balance - 5;
  pthread_mutex_unlock(&account);
  return unused;
}

static void *pay(void *unused) {
  pthread_mutex_lock(&account);
  balance = 2;
  pthread_mutex_unlock(&account);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, 0);
  pthread_create(&second, 0, pay, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
