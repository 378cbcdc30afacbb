// a section that is split in two, so that its first half can be seen
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int cursor;
int seen;

static void *mover(void *unused) {
  pthread_mutex_lock(&lock);
  cursor = -1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  cursor = 3;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *watcher(void *unused) {
  pthread_mutex_lock(&lock);
  seen = cursor;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, mover, 0);
  pthread_create(&second, 0, watcher, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
