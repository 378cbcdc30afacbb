// a plot that is drawn between two samples which belong together
#include <pthread.h>

pthread_mutex_t screen = PTHREAD_MUTEX_INITIALIZER;
int east;
int north;
int scale;

static void *sampler(void *unused) {
  int x = east;
  int y = north;
  return x + y ? 0 : unused;
}

static void *plotter(void *unused) {
  pthread_mutex_lock(&screen);
  int size = scale;
  pthread_mutex_unlock(&screen);
  return size ? 0 : unused;
}

int main(void) {
  pthread_t first, second;
  east = 1;
  north = 2;
  scale = 3;
  pthread_create(&first, 0, sampler, 0);
  pthread_create(&second, 0, plotter, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
