// pthread_exit from a nested call gives the value to join; self and equal.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_t seen;

static void leave(int depth) {
  if (depth == 0)
    pthread_exit((void *)(intptr_t)77);
  leave(depth - 1);
}

static void *work(void *unused) {
  (void)unused;
  seen = pthread_self();
  leave(3);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  void *r;
  pthread_join(t, &r);
  printf("%ld %d %d\n", (long)(intptr_t)r, pthread_equal(seen, t) != 0,
         pthread_equal(seen, pthread_self()) != 0);
  return (int)(intptr_t)r;
}
