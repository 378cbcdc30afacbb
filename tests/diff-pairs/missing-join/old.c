// a result that is read while the thread that makes it still runs
#include <pthread.h>

int result;

static void *compute(void *unused) {
  result = 6 * 7;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  int answer = result;
  return answer != 42;
}
