#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *count(void *unused) {
  pthread_mutex_lock(&m);
  ++n;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(n == 2);
  return 0;
}
