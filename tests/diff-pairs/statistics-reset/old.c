// counters that are cleared and refilled in a helper, while a second thread reads them
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hits = 5;
int misses = 3;
int report;

static void refill(int h, int m) {
  hits = 0;
  misses = 0;
  hits = h;
  misses = m;
}

static void *collector(void *unused) {
  pthread_mutex_lock(&lock);
  refill(8, 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

static int hitCount(void) { return hits; }

static void *reporter(void *unused) {
  report = hitCount();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, collector, 0);
  pthread_create(&second, 0, reporter, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
