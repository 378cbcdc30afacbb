// A thread takes a mutex while two others try it once: 6 traces where all get it, 8 where one does
// not, and one where neither does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *attempt(void *unused) {
  (void)unused;
  if (pthread_mutex_trylock(&lock) == 0) {
    ++counter;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, attempt, 0);
  pthread_create(&threads[2], 0, attempt, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(counter >= 1 && counter <= 3);
  return 0;
}
