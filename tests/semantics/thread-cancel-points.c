// Cancellation at a semaphore, a join, a sleep and a test; disabled and enabled again.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t never, started, over;
static int cleaned;

static void clean(void *p) {
  cleaned += *(int *)p;
}

static void *waits(void *p) {
  pthread_cleanup_push(clean, p);
  sem_post(&started);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  return NULL;
}

static void *joins(void *p) {
  pthread_cleanup_push(clean, p);
  pthread_t inner;
  static int one = 1;
  pthread_create(&inner, NULL, waits, &one);
  pthread_detach(inner);
  sem_wait(&over);
  pthread_cleanup_pop(0);
  return NULL;
}

static void *sleeps(void *p) {
  pthread_cleanup_push(clean, p);
  for (;;)
    usleep(1000);
  pthread_cleanup_pop(0);
  return NULL;
}

static void *tests(void *p) {
  int old = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_post(&started);
  sem_wait(&over); // The request is there, but not looked at.
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  *(int *)p = old;
  pthread_testcancel();
  *(int *)p = -2;
  return NULL;
}

static int cancelled(pthread_t t) {
  void *result;
  pthread_join(t, &result);
  return result == PTHREAD_CANCELED;
}

int main(void) {
  int ten = 10, hundred = 100, thousand = 1000, state = 5;
  pthread_t a, b, c, d;
  sem_init(&never, 0, 0);
  sem_init(&started, 0, 0);
  sem_init(&over, 0, 0);
  pthread_create(&a, NULL, waits, &ten);
  sem_wait(&started);
  pthread_cancel(a);
  printf("%d\n", cancelled(a));
  pthread_create(&b, NULL, joins, &hundred);
  sem_wait(&started);
  pthread_cancel(b);
  printf("%d\n", cancelled(b));
  pthread_create(&c, NULL, sleeps, &thousand);
  pthread_cancel(c);
  printf("%d\n", cancelled(c));
  pthread_create(&d, NULL, tests, &state);
  sem_wait(&started);
  pthread_cancel(d);
  sem_post(&over);
  printf("%d %d\n", cancelled(d), state);
  printf("%d\n", cleaned);
  return 0;
}
