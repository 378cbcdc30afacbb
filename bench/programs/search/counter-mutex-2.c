// Two threads count under a mutex, three times each.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(counter == 6);
  return 0;
}
