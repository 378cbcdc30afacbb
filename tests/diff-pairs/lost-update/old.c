// two updates of which one is lost
#include <pthread.h>

pthread_mutex_t shelf = PTHREAD_MUTEX_INITIALIZER;
int stock = 20;

static void *deliver(void *unused) {
  pthread_mutex_lock(&shelf);
  stock = stock + 10;
  pthread_mutex_unlock(&shelf);
  return unused;
}

static void *sell(void *unused) {
  stock = stock - 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, deliver, 0);
  pthread_create(&second, 0, sell, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
