// Two threads each take one of two things, which are made and signalled one after the other.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t made = PTHREAD_COND_INITIALIZER;
static int things;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!things)
    pthread_cond_wait(&made, &lock);
  --things;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, take, 0);
  pthread_create(&two, 0, take, 0);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    ++things;
    pthread_cond_signal(&made);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(things == 0);
  return 0;
}
