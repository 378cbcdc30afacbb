// RUN: %expect %s
// The copy is limited by the size of the target.
// EXPECT: safe
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
  if (bytes > sizeof target)
    bytes = sizeof target;
  memcpy(target, source, bytes);
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
