// a handler that is looked up in two steps while it is taken off the list
#include <pthread.h>

static int ring(void) {
  return 1;
}

pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
int registered = 1;
int (*handler)(void) = ring;
int rung;

static void *unregister(void *unused) {
  pthread_mutex_lock(&list);
  registered = 0;
  handler = 0;
  pthread_mutex_unlock(&list);
  return unused;
}

static void *alarm(void *unused) {
  int known = registered;
  int (*call)(void) = handler;
  if (known && call)
    rung = call();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, unregister, 0);
  pthread_create(&second, 0, alarm, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
