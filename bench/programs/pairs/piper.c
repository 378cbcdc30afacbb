// Thirty-two threads of an airline: half of them put passengers into a pipe of one place and half
// take them out, by a monitor that keeps them under its own lock. Whoever wakes looks again, but
// only one is woken. Bug: barging, and all wait.
#include <pthread.h>

#ifndef N
#define N 32
#endif

enum { PLACES = 1 };

struct pipe {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int passengers[PLACES];
  int filled;
};

static struct pipe pipe_of_all = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0};

static void put(struct pipe *self, int passenger) {
  pthread_mutex_lock(&self->mutex);
  while (self->filled == PLACES)
    pthread_cond_wait(&self->changed, &self->mutex);
  self->passengers[self->filled++] = passenger;
  pthread_cond_signal(&self->changed);
  pthread_mutex_unlock(&self->mutex);
}

static int take(struct pipe *self) {
  pthread_mutex_lock(&self->mutex);
  while (self->filled == 0)
    pthread_cond_wait(&self->changed, &self->mutex);
  int passenger = self->passengers[--self->filled];
  pthread_cond_signal(&self->changed);
  pthread_mutex_unlock(&self->mutex);
  return passenger;
}

static void *board(void *number) {
  put(&pipe_of_all, (int)(long)number);
  return 0;
}

static void *leave(void *unused) {
  take(&pipe_of_all);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, i % 2 ? board : leave, (void *)i);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
