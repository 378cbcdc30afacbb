// Ten tasks and a coordinator that share events: each waits for the counter of its event to move
// and counts what it has seen. The counters are written under the lock and read without. Bug: a
// race, and an event that somebody took for new.
#include <assert.h>
#include <pthread.h>

enum { TASKS = 10 };

struct event {
  pthread_mutex_t mutex;
  int count;
};

static struct event events[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static int done;

static void raise_event(struct event *event) {
  pthread_mutex_lock(&event->mutex);
  ++event->count;
  pthread_mutex_unlock(&event->mutex);
}

static void *task(void *number) {
  struct event *event = &events[(long)number % 2];
  int before = event->count;
  raise_event(event);
  assert(event->count == before + 1);
  return 0;
}

static void *coordinate(void *unused) {
  raise_event(&events[0]);
  raise_event(&events[1]);
  done = 1;
  return unused;
}

int main(void) {
  pthread_t tasks[TASKS], coordinator;
  for (long i = 0; i < TASKS; ++i)
    pthread_create(&tasks[i], 0, task, (void *)i);
  pthread_create(&coordinator, 0, coordinate, 0);
  for (int i = 0; i < TASKS; ++i)
    pthread_join(tasks[i], 0);
  pthread_join(coordinator, 0);
  return !done;
}
