// two workers of which only one is waited for
#include <pthread.h>

int left;
int right;

static void *goLeft(void *unused) {
  left = 1;
  return unused;
}

static void *goRight(void *unused) {
  right = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, goLeft, 0);
  pthread_create(&second, 0, goRight, 0);
  pthread_join(first, 0);
  int sum = left + right;
  return sum != 3;
}
