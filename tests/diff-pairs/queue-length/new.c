// a queue whose length is seen before what it counts
#include <pthread.h>

pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
int length;
int slot;
int popped;

static void *push(void *unused) {
  pthread_mutex_lock(&queue);
  length = 1;
  slot = 99;
  pthread_mutex_unlock(&queue);
  return unused;
}

static void *pop(void *unused) {
  pthread_mutex_lock(&queue);
  int count = length;
  popped = slot + count;
  pthread_mutex_unlock(&queue);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, push, 0);
  pthread_create(&second, 0, pop, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
