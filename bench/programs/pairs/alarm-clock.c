// A clock ticks; two clients ask to be woken and wait in a list. The clock takes the first of the
// list after it has looked, without the lock, whether there is one. Bug: it follows a null pointer.
#include <pthread.h>

enum { TICKS = 2 };

struct alarm {
  int when;
  int rung;
  struct alarm *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rings = PTHREAD_COND_INITIALIZER;
static struct alarm *alarms;
static int now;

static void cancel(struct alarm *alarm) {
  for (struct alarm **at = &alarms; *at; at = &(*at)->next)
    if (*at == alarm) {
      *at = alarm->next;
      return;
    }
}

static void *tick(void *unused) {
  for (int i = 0; i < TICKS; ++i) {
    pthread_mutex_lock(&mutex);
    ++now;
    pthread_mutex_unlock(&mutex);
    if (alarms) {
      pthread_mutex_lock(&mutex);
      struct alarm *first = alarms;
      if (first->when <= now) { // Perhaps it is gone.
        first->rung = 1;
        alarms = first->next;
        pthread_cond_broadcast(&rings);
      }
      pthread_mutex_unlock(&mutex);
    }
  }
  return unused;
}

static void *sleep_until(void *when) {
  struct alarm alarm = {(int)(long)when, 0, 0};
  pthread_mutex_lock(&mutex);
  if (now < alarm.when) {
    alarm.next = alarms;
    alarms = &alarm;
  }
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (!alarm.rung)
    cancel(&alarm); // It has waited long enough.
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t clock, clients[2];
  pthread_create(&clock, 0, tick, 0);
  for (long i = 0; i < 2; ++i)
    pthread_create(&clients[i], 0, sleep_until, (void *)(i + 1));
  pthread_join(clock, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(clients[i], 0);
  return 0;
}
