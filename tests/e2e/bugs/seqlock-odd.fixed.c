// RUN: %expect %s
// The reader uses the halves only when the sequence stayed even and the same.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence;
static atomic_int low, high;

static void *write_halves(void *arg) {
  (void)arg;
  atomic_store(&sequence, 1);
  atomic_store(&low, 5);
  atomic_store(&high, 5);
  atomic_store(&sequence, 2);
  return NULL;
}

static void *read_halves(void *arg) {
  (void)arg;
  int before = atomic_load(&sequence);
  int l = atomic_load(&low);
  int h = atomic_load(&high);
  if (before % 2 == 0 && atomic_load(&sequence) == before)
    assert(l == h);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_halves, NULL);
  pthread_create(&b, NULL, read_halves, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
