// RUN: %expect %s
// A normal mutex that is not held is unlocked, and the result tested for EPERM.
// EXPECT: lock-misuse
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *unlock_only(void *arg) {
  (void)arg;
  int error = pthread_mutex_unlock(&lock); // BUG: lock-misuse
  assert(error == EPERM);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, unlock_only, NULL);
  pthread_join(a, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
