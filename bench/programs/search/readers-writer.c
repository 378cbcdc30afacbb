// Two readers and a writer under a read-write lock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *read(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *write(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  left = 1;
  right = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, read, 0);
  pthread_create(&threads[1], 0, read, 0);
  pthread_create(&threads[2], 0, write, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
