// RUN: %expect %s
// The limit is checked in one critical section and the element stored in the
// next: two threads can both pass the check for the last place.
// EXPECT: out-of-bounds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[1];
static int length;

static void *append(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int room = length < 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (room) {
    queue[length] = 7; // BUG: out-of-bounds
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
