// Two threads add to one sum, each under a lock of its own. Bug: a race and a lost update.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t yours = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add_one(void *unused) {
  pthread_mutex_lock(&mine);
  sum = sum + 1;
  pthread_mutex_unlock(&mine);
  return unused;
}

static void *add_two(void *unused) {
  pthread_mutex_lock(&yours);
  sum = sum + 2;
  pthread_mutex_unlock(&yours);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add_one, 0);
  pthread_create(&two, 0, add_two, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(sum == 3);
  return 0;
}
