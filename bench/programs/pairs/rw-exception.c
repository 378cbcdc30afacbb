// Readers and writers of a record by a monitor of counts. A writer that was woken does not look
// again. Bug: it writes while others read, and they see half of it.
#include <assert.h>
#include <pthread.h>

enum { READERS = 2, WRITERS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;
static int readers;
static int writing;
static int one;
static int other;

static void begin_read(void) {
  pthread_mutex_lock(&mutex);
  while (writing)
    pthread_cond_wait(&free_again, &mutex);
  ++readers;
  pthread_mutex_unlock(&mutex);
}

static void end_read(void) {
  pthread_mutex_lock(&mutex);
  --readers;
  pthread_cond_broadcast(&free_again);
  pthread_mutex_unlock(&mutex);
}

static void begin_write(void) {
  pthread_mutex_lock(&mutex);
  if (writing || readers)
    pthread_cond_wait(&free_again, &mutex);
  writing = 1;
  pthread_mutex_unlock(&mutex);
}

static void end_write(void) {
  pthread_mutex_lock(&mutex);
  writing = 0;
  pthread_cond_broadcast(&free_again);
  pthread_mutex_unlock(&mutex);
}

static void *read_record(void *unused) {
  begin_read();
  int a = one;
  int b = other;
  assert(a == b);
  end_read();
  return unused;
}

static void *write_record(void *number) {
  begin_write();
  one = (int)(long)number;
  other = (int)(long)number;
  end_write();
  return 0;
}

int main(void) {
  pthread_t threads[READERS + WRITERS];
  for (long i = 0; i < READERS + WRITERS; ++i)
    pthread_create(&threads[i], 0, i < READERS ? read_record : write_record, (void *)i);
  for (int i = 0; i < READERS + WRITERS; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
