// One thread sets two variables, another one reads them the other way round. Bug: it sees half.
#include <assert.h>
#include <pthread.h>

static int first;
static int second;

static void *set(void *unused) {
  first = 1;
  second = -1;
  return unused;
}

static void *check(void *unused) {
  int a = first;
  int b = second;
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return unused;
}

int main(void) {
  pthread_t setter, checker;
  pthread_create(&setter, 0, set, 0);
  pthread_create(&checker, 0, check, 0);
  pthread_join(setter, 0);
  pthread_join(checker, 0);
  return 0;
}
