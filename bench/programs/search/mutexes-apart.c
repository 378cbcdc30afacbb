// Two pairs of threads, each pair with a mutex of its own: 2! * 2! = 4 traces.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counters[2];

static void *count(void *argument) {
  intptr_t which = (intptr_t)argument;
  pthread_mutex_lock(&locks[which]);
  ++counters[which];
  pthread_mutex_unlock(&locks[which]);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, count, (void *)(intptr_t)(i / 2));
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
