// A sequence lock: a writer, and a reader that tries again until it saw nothing change. A try that
// keeps the number it saw is a step: 15 traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *write(void *unused) {
  (void)unused;
  atomic_fetch_add(&sequence, 1);
  atomic_store(&left, 1);
  atomic_store(&right, 1);
  atomic_fetch_add(&sequence, 1);
  return 0;
}

static void *read(void *unused) {
  (void)unused;
  unsigned before;
  int one, two;
  do {
    while ((before = atomic_load(&sequence)) & 1)
      ;
    one = atomic_load(&left);
    two = atomic_load(&right);
  } while (atomic_load(&sequence) != before);
  assert(one == two);
  return 0;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, 0, write, 0);
  pthread_create(&reader, 0, read, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}
