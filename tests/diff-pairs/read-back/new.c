// a value that a thread reads back after it has set it, without the lock
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int level;
int drawn;

static void *painter(void *unused) {
  pthread_mutex_lock(&guard);
  level = 7;
  drawn = level;
  pthread_mutex_unlock(&guard);
  return unused;
}

static void *eraser(void *unused) {
  pthread_mutex_lock(&guard);
  level = 0;
  pthread_mutex_unlock(&guard);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, painter, 0);
  pthread_create(&second, 0, eraser, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
