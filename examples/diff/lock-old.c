// Nothing keeps consumer from seeing the 0 that producer ends with: the assertion can fail.
#include <assert.h>
#include <pthread.h>

static int x;

static void *consumer(void *unused) {
  x = x + 1;
  if (x == 0)
    assert(0);
  return unused;
}

static void *producer(void *unused) {
  x = 1;
  x = 0;
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
