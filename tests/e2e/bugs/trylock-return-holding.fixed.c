// RUN: %expect %s
// When the trylock fails the first lock is released.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;

static void *patient(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a_lock);
  pthread_mutex_lock(&b_lock);
  pthread_mutex_unlock(&b_lock);
  pthread_mutex_unlock(&a_lock);
  return NULL;
}

static void *impatient(void *arg) {
  (void)arg;
  pthread_mutex_lock(&b_lock);
  if (pthread_mutex_trylock(&a_lock) == 0)
    pthread_mutex_unlock(&a_lock);
  pthread_mutex_unlock(&b_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, patient, NULL);
  pthread_create(&b, NULL, impatient, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
