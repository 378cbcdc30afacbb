// Fails after a second or two of copying.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char bytes[64 << 20];

static void *copy(void *unused) {
  memmove(bytes, bytes + 1, sizeof bytes - 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  pthread_join(thread, 0);
  assert(bytes[0]);
  return 0;
}
