// a value that is used without looking at the flag that announces it
#include <pthread.h>

volatile int announced;
int value;
int copy;

static void *teller(void *unused) {
  value = 1;
  announced = 1;
  return unused;
}

static void *hearer(void *unused) {
  copy = value;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, teller, 0);
  pthread_create(&second, 0, hearer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
