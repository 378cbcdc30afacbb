// two numbers that are written under one lock and read under another
#include <pthread.h>

pthread_mutex_t clockLock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t screenLock = PTHREAD_MUTEX_INITIALIZER;
int hours = 9;
int minutes = 59;
int shown;

static void *tick(void *unused) {
  pthread_mutex_lock(&clockLock);
  hours = 10;
  minutes = 0;
  pthread_mutex_unlock(&clockLock);
  return unused;
}

static void *show(void *unused) {
  pthread_mutex_lock(&clockLock);
  int h = hours;
  int m = minutes;
  pthread_mutex_unlock(&clockLock);
  shown = h * 60 + m;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, tick, 0);
  pthread_create(&second, 0, show, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
