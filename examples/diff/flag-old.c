// The reader may come before the writer.
#include <pthread.h>

static int a, x;
static volatile int done;

static void *writer(void *unused) {
  a = 1;
  done = 1;
  return unused;
}

static void *reader(void *unused) {
  x = a;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return x;
}
