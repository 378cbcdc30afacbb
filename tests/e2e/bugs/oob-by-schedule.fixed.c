// RUN: %expect %s
// Check and store are one critical section.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[1];
static int length;

static void *append(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int room = length < 1;
  if (room) {
    queue[length] = 7;
    length++;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, append, NULL);
  pthread_create(&b, NULL, append, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
