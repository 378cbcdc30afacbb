#include <assert.h>
#include <pthread.h>

static int first, second;

static void *mover(void *unused) {
  first = 1;
#ifdef EDITED
  second = 2;
#else
  second = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, mover, 0);
  int later = second;
  int sooner = first;
  assert(sooner == later);
  pthread_join(thread, 0);
  return 0;
}
