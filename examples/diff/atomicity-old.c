// The assertion holds: x and t are changed together.
#include <assert.h>
#include <pthread.h>

static int t, x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *second(void *unused) {
  pthread_mutex_lock(&m);
  t = x;
  x = 2;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t other;
  t = 0;
  x = 1;
  pthread_create(&other, 0, second, 0);
  pthread_mutex_lock(&m);
  assert(x != t);
  pthread_mutex_unlock(&m);
  pthread_join(other, 0);
  return 0;
}
