// RUN: %expect %s
// Every thread gets the address of the same loop variable.
// EXPECT: data-race
#include <pthread.h>

static int started[2];

static void *start(void *arg) {
  int index = *(int *)arg; // BUG: data-race
  if (index < 2)
    __atomic_store_n(&started[index], 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  int i;
  for (i = 0; i < 2; i++) // BUG: data-race
    pthread_create(&thread[i], NULL, start, &i);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
