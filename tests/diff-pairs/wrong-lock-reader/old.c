// a reader that takes another lock than the writer
#include <pthread.h>

pthread_mutex_t sums = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t prints = PTHREAD_MUTEX_INITIALIZER;
int total;
int printed;

static void *adder(void *unused) {
  pthread_mutex_lock(&sums);
  total = 0;
  total = 40 + 2;
  pthread_mutex_unlock(&sums);
  return unused;
}

static void *printer(void *unused) {
  pthread_mutex_lock(&prints);
  printed = total;
  pthread_mutex_unlock(&prints);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, adder, 0);
  pthread_create(&second, 0, printer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
