// Deferred cancellation: taken at a cancellation point, handlers run.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int handled, after;

static void handler(void *p) {
  handled = *(int *)p;
  // A cancelled wait comes back with the mutex held.
  pthread_mutex_unlock(&lock);
}

static void *work(void *p) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_testcancel();
  after++;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(handler, p);
  for (;;)
    pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  int five = 5;
  pthread_t t;
  pthread_create(&t, NULL, work, &five);
  pthread_cancel(t);
  void *r;
  pthread_join(t, &r);
  printf("%d %d %d\n", r == PTHREAD_CANCELED, handled, after);
  return handled;
}
