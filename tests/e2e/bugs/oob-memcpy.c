// RUN: %expect %s
// The length of the copy is the size of the source, which the other thread may
// have made larger than the target.
// EXPECT: out-of-bounds
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char source[8] = "abcdefg";
static char target[4];
static atomic_int length = 4;

static void *enlarge(void *arg) {
  (void)arg;
  atomic_store(&length, 8);
  return NULL;
}

static void *copy(void *arg) {
  (void)arg;
  size_t bytes = (size_t)atomic_load(&length);
  memcpy(target, source, bytes); // BUG: out-of-bounds
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enlarge, NULL);
  pthread_create(&b, NULL, copy, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
