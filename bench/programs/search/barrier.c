// Three threads meet at a barrier; what each wrote before, all may read after.
#include <assert.h>
#include <pthread.h>

enum { Count = 3 };
static pthread_barrier_t barrier;
static int written[Count];

static void *meet(void *argument) {
  int me = *(int *)argument;
  written[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(written[(me + 1) % Count]);
  return 0;
}

int main(void) {
  pthread_t threads[Count];
  int names[Count] = {0, 1, 2};
  pthread_barrier_init(&barrier, 0, Count);
  for (int i = 0; i < Count; ++i)
    pthread_create(&threads[i], 0, meet, &names[i]);
  for (int i = 0; i < Count; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
