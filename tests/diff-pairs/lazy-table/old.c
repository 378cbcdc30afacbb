// a table that two threads find missing, so that both build it
#include <pthread.h>

pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
int storage[2];
int *table;

static void *early(void *unused) {
  int *seen = table;
  table = &storage[0];
  return seen ? 0 : unused;
}

static void *late(void *unused) {
  int *seen = table;
  table = &storage[1];
  return seen ? 0 : unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, early, 0);
  pthread_create(&second, 0, late, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
