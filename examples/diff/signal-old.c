// The consumer may come first and find nothing.
#include <pthread.h>
#include <stdio.h>

static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int twice(int value) {
  return 2 * value;
}
static int seen;
static void note(int value) {
  seen = value;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&m);
  if (x == 0)
    puts("nothing there yet");
  y = twice(x);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *producer(void *unused) {
  pthread_mutex_lock(&m);
  note(y);
  x = 4;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
