// a range of which one end is the old and one the new
#include <pthread.h>

pthread_mutex_t range = PTHREAD_MUTEX_INITIALIZER;
int low = 1;
int high = 2;
int width;

static void *shift(void *unused) {
  pthread_mutex_lock(&range);
  low = 11;
  high = 12;
  pthread_mutex_unlock(&range);
  return unused;
}

static void *measure(void *unused) {
  int from = low;
  int to = high;
  width = to - from;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, shift, 0);
  pthread_create(&second, 0, measure, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
