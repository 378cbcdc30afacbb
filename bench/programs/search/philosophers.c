// Three dining philosophers, each taking the left fork first.
#include <pthread.h>

enum { Count = 3 };
static pthread_mutex_t forks[Count];

static void *dine(void *argument) {
  int me = *(int *)argument;
  pthread_mutex_lock(&forks[me]);
  pthread_mutex_lock(&forks[(me + 1) % Count]);
  pthread_mutex_unlock(&forks[(me + 1) % Count]);
  pthread_mutex_unlock(&forks[me]);
  return 0;
}

int main(void) {
  pthread_t threads[Count];
  int names[Count];
  for (int i = 0; i < Count; ++i)
    pthread_mutex_init(&forks[i], 0);
  for (int i = 0; i < Count; ++i) {
    names[i] = i;
    pthread_create(&threads[i], 0, dine, &names[i]);
  }
  for (int i = 0; i < Count; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
