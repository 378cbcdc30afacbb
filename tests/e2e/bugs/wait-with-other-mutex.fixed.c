// RUN: %expect %s
// The mutex held is the one handed over.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t event = PTHREAD_COND_INITIALIZER;
static int happened;

static void *await(void *arg) {
  (void)arg;
  pthread_mutex_t *mutex = &state_lock;
  pthread_mutex_lock(&state_lock);
  while (!happened)
    pthread_cond_wait(&event, mutex);
  pthread_mutex_unlock(&state_lock);
  return NULL;
}

static void *notify(void *arg) {
  (void)arg;
  pthread_mutex_lock(&state_lock);
  happened = 1;
  pthread_cond_signal(&event);
  pthread_mutex_unlock(&state_lock);
  pthread_mutex_lock(&other_lock);
  pthread_mutex_unlock(&other_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, await, NULL);
  pthread_create(&b, NULL, notify, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
