// An error-checking mutex answers misuse with codes instead of trouble.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static int foreign;

static void *other(void *unused) {
  (void)unused;
  foreign = pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attr);
  pthread_mutexattr_destroy(&attr);
  int first = pthread_mutex_lock(&lock);
  int again = pthread_mutex_lock(&lock);
  printf("%d %d\n", first, again == EDEADLK);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  printf("%d\n", foreign == EPERM);
  int held = pthread_mutex_unlock(&lock);
  int unheld = pthread_mutex_unlock(&lock);
  printf("%d %d\n", held, unheld == EPERM);
  pthread_mutex_destroy(&lock);
  return 0;
}
