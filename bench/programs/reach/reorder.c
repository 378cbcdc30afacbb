// Setters write two variables one after the other; checkers look for a moment when only the first
// is written. Whoever sees that has caught a setter between its stores.
#include <pthread.h>
#include <stdlib.h>

#ifndef SETTERS
#define SETTERS 9
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static volatile int a = 0;
static volatile int b = 0;

static void *setter(void *unused) {
  a = 1;
  b = -1;
  return unused;
}

static void *checker(void *unused) {
  if (!((a == 0 && b == 0) || (a == 1 && b == -1)))
    abort(); // target
  return unused;
}

int main(void) {
  pthread_t setters[SETTERS], checkers[CHECKERS];
  for (int i = 0; i < SETTERS; i++)
    pthread_create(&setters[i], NULL, setter, NULL);
  for (int i = 0; i < CHECKERS; i++)
    pthread_create(&checkers[i], NULL, checker, NULL);
  for (int i = 0; i < SETTERS; i++)
    pthread_join(setters[i], NULL);
  for (int i = 0; i < CHECKERS; i++)
    pthread_join(checkers[i], NULL);
  return 0;
}
