// a ring whose head moves while the room in it is computed
#include <pthread.h>

struct Ring {
  int head;
  int tail;
  int cells[4];
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Ring ring;
int room;

static void *rotate(void *unused) {
  pthread_mutex_lock(&lock);
  ring.head = 2;
  ring.tail = 3;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *inspect(void *unused) {
  pthread_mutex_lock(&lock);
  int from = ring.head;
  int until = ring.tail;
  pthread_mutex_unlock(&lock);
  room = 4 - (until - from);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, rotate, 0);
  pthread_create(&second, 0, inspect, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
