// RUN: %expect %s
// A pointer into the array is kept across another thread's realloc.
// EXPECT: use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *array;

static void *grow(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  array = realloc(array, 64 * sizeof *array);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *update(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int *element = &array[1];
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  *element = 5; // BUG: use-after-free
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  array = malloc(2 * sizeof *array);
  pthread_create(&a, NULL, grow, NULL);
  pthread_create(&b, NULL, update, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(array);
  return 0;
}
