// Three philosophers, three forks: each takes the left one first.
#include <pthread.h>

#define N 3
static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int meals;

static void *philosopher(void *seat) {
  int left = *(int *)seat;
  int right = (left + 1) % N;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  __atomic_fetch_add(&meals, 1, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t guests[N];
  int seats[N];
  for (int i = 0; i < N; ++i) {
    seats[i] = i;
    pthread_create(&guests[i], 0, philosopher, &seats[i]);
  }
  for (int i = 0; i < N; ++i)
    pthread_join(guests[i], 0);
  return 0;
}
