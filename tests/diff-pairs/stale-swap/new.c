// a value that is written into the midst of a swap and lost
#include <pthread.h>

pthread_mutex_t pair = PTHREAD_MUTEX_INITIALIZER;
int a = 1;
int b = 2;

static void *swap(void *unused) {
  pthread_mutex_lock(&pair);
  int first = a;
  int second = b;
  a = second;
  b = first;
  pthread_mutex_unlock(&pair);
  return unused;
}

static void *set(void *unused) {
  pthread_mutex_lock(&pair);
  a = 10;
  b = 20;
  pthread_mutex_unlock(&pair);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, swap, 0);
  pthread_create(&second, 0, set, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
