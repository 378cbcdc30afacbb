// RUN: %expect %s
// Every thread gets an element of its own.
// EXPECT: safe
#include <pthread.h>

static int started[2];

static void *start(void *arg) {
  int index = *(int *)arg;
  if (index < 2)
    __atomic_store_n(&started[index], 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  int index[2];
  for (int i = 0; i < 2; i++) {
    index[i] = i;
    pthread_create(&thread[i], NULL, start, &index[i]);
  }
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
