// Two threads each wait for an event of the other and note how many they have seen, but look at the
// count without the lock. Bug: an event is missed, and both wait.
#include <pthread.h>

enum { ROUNDS = 1 };

struct event {
  pthread_mutex_t mutex;
  pthread_cond_t happened;
  int count;
};

static struct event ping = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static struct event pong = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void await(struct event *event) {
  pthread_mutex_lock(&event->mutex);
  pthread_cond_wait(&event->happened, &event->mutex);
  pthread_mutex_unlock(&event->mutex);
}

static void signal_event(struct event *event) {
  pthread_mutex_lock(&event->mutex);
  ++event->count;
  pthread_cond_broadcast(&event->happened);
  pthread_mutex_unlock(&event->mutex);
}

static void *first(void *unused) {
  int seen = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    if (seen == ping.count)
      await(&ping);
    seen = ping.count;
    signal_event(&pong);
  }
  return unused;
}

static void *second(void *unused) {
  int seen = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    signal_event(&ping);
    if (seen == pong.count)
      await(&pong);
    seen = pong.count;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
