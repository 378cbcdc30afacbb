// a context that is given back although its callback has not run
#include <pthread.h>
#include <stdatomic.h>

atomic_int called;
int storage = 8;
int *context = &storage;
int result;

static void *timer(void *unused) {
  int *given = context;
  if (given)
    result = *given;
  atomic_store(&called, 1);
  return unused;
}

static void *owner(void *unused) {
  while (!atomic_load(&called))
    ;
  context = 0;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, timer, 0);
  pthread_create(&second, 0, owner, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
