// RUN: %expect %s
// An error-checking mutex does return EPERM.
// EXPECT: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *unlock_only(void *arg) {
  (void)arg;
  int error = pthread_mutex_unlock(&lock);
  assert(error == EPERM);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, unlock_only, NULL);
  pthread_join(a, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
