// RUN: %expect %s
// Two threads wait for the gate, but only one is woken.
// EXPECT: lost-wakeup
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *pass(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!open)
    pthread_cond_wait(&opened, &lock); // BUG: lost-wakeup
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *open_gate(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  open = 1;
  pthread_cond_signal(&opened);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, pass, NULL);
  pthread_create(&b, NULL, pass, NULL);
  pthread_create(&c, NULL, open_gate, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
