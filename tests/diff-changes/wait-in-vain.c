// A loop that waits for what nobody writes, in a function that does nothing else.
#include <pthread.h>
static int x, never = 1;

static void wait(void) {
  while (__atomic_load_n(&never, __ATOMIC_SEQ_CST) == 0)
    ;
}
static void *one(void *u) {
  wait();
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return u;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  pthread_join(a, 0);
  return seen;
}
