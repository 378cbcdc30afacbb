// A block is freed by one thread while the other may still read it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static void *drop(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(block);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *use(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  *block = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  block = malloc(sizeof *block);
  pthread_t one, two;
  pthread_create(&one, 0, drop, 0);
  pthread_create(&two, 0, use, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
