// a thread that waits for the flag of another stage
#include <pthread.h>

volatile int loaded;
volatile int linked;
int mesh;
int drawn;

static void *pipeline(void *unused) {
  loaded = 1;
  mesh = 3;
  linked = 1;
  return unused;
}

static void *renderer(void *unused) {
  while (!linked)
    ;
  drawn = mesh;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, pipeline, 0);
  pthread_create(&second, 0, renderer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
