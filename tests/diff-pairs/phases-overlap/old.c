// a second phase that begins before the first is over
#include <pthread.h>

int partial;
int final;

static void *map(void *unused) {
  partial = 12;
  return unused;
}

static void *reduce(void *unused) {
  final = partial + 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, map, 0);
  pthread_create(&second, 0, reduce, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
