// Two stages under two locks: the second value belongs to the first, but whoever reads both under
// one lock each may come in between. Bug: an assertion.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int input;
static int output;

static void *compute(void *unused) {
  pthread_mutex_lock(&first);
  input = 1;
  pthread_mutex_unlock(&first);
  pthread_mutex_lock(&second);
  output = input + 1;
  pthread_mutex_unlock(&second);
  return unused;
}

static void *look(void *unused) {
  pthread_mutex_lock(&first);
  int in = input;
  pthread_mutex_unlock(&first);
  if (in == 0)
    return unused;
  pthread_mutex_lock(&second);
  int out = output;
  pthread_mutex_unlock(&second);
  assert(out == in + 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, compute, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
