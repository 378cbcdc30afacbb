// a transfer between two accounts that an audit sees half done
#include <pthread.h>

pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
int from = 50;
int to = 50;
int sum;

static void *transfer(void *unused) {
  pthread_mutex_lock(&bank);
  from = 40;
  to = 60;
  pthread_mutex_unlock(&bank);
  return unused;
}

static void *audit(void *unused) {
  pthread_mutex_lock(&bank);
  int a = from;
  int b = to;
  pthread_mutex_unlock(&bank);
  sum = a + b;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, transfer, 0);
  pthread_create(&second, 0, audit, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
