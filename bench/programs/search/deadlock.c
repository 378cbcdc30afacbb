// Two threads take two locks in opposite orders.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *upwards(void *unused) {
  (void)unused;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}

static void *downwards(void *unused) {
  (void)unused;
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, upwards, 0);
  pthread_create(&two, 0, downwards, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
