// RUN: %expect %s
// Broadcast lets each reader look for itself.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int red, blue;

static void *read_red(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!red)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *read_blue(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!blue)
    pthread_cond_wait(&changed, &lock);
  red = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *write_blue(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  blue = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, read_red, NULL);
  pthread_create(&b, NULL, read_blue, NULL);
  pthread_create(&c, NULL, write_blue, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
