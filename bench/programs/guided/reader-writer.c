// N readers that are counted in and out under a lock, and as many writers that need all of them
// gone. With -DBUG a reader does not wait for a writer.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static int writing;
static int x;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  heddle_assume(!readers && !writing);
  writing = 1;
  pthread_mutex_unlock(&lock);
  x = x + 1;
  pthread_mutex_lock(&lock);
  writing = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
#ifndef BUG
  heddle_assume(!writing);
#endif
  ++readers;
  pthread_mutex_unlock(&lock);
  int before = x;
  assert(x == before);
  pthread_mutex_lock(&lock);
  --readers;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2 * N];
  for (int i = 0; i < N; ++i) {
    pthread_create(&threads[2 * i], 0, writer, 0);
    pthread_create(&threads[2 * i + 1], 0, reader, 0);
  }
  for (int i = 0; i < 2 * N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
