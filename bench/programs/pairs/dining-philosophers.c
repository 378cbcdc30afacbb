// Five philosophers, each takes the left fork and then the right one. Bug: a deadlock.
#include <pthread.h>

enum { SEATS = 5 };

static pthread_mutex_t forks[SEATS];

static void *dine(void *number) {
  long seat = (long)number;
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[seat]);
  return 0;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; ++i)
    pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < SEATS; ++i)
    pthread_create(&threads[i], 0, dine, (void *)i);
  for (int i = 0; i < SEATS; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
