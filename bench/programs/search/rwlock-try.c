// A reader that only tries, and two writers: it reads both halves alike or not at all.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *attempt(void *unused) {
  (void)unused;
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    assert(left == right);
    pthread_rwlock_unlock(&lock);
  }
  return 0;
}

static void *write(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  ++left;
  ++right;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, attempt, 0);
  pthread_create(&threads[1], 0, write, 0);
  pthread_create(&threads[2], 0, write, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(left == 2 && right == 2);
  return 0;
}
