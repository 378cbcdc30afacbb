// Normal and recursive mutexes, trylock and its return codes.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t recursive, normal;
static int busy[2];

static void *other(void *unused) {
  (void)unused;
  busy[0] = pthread_mutex_trylock(&recursive);
  busy[1] = pthread_mutex_trylock(&normal);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  int type;
  pthread_mutexattr_gettype(&attr, &type);
  pthread_mutex_init(&recursive, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_mutex_init(&normal, NULL);
  int a = pthread_mutex_lock(&recursive), b = pthread_mutex_lock(&recursive);
  int c = pthread_mutex_trylock(&recursive), d = pthread_mutex_trylock(&normal);
  printf("%d %d %d %d %d\n", type == PTHREAD_MUTEX_RECURSIVE, a, b, c, d);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  printf("%d %d\n", busy[0] == EBUSY, busy[1] == EBUSY);
  for (int i = 0; i < 3; i++)
    pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&normal);
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  printf("%d %d\n", busy[0], busy[1]);
  return 0;
}
