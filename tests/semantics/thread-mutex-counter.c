// A counter under a mutex, printed at the end.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *p) {
  int by = *(int *)p;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counter += by;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  int one = 1, ten = 10;
  pthread_t a, b;
  pthread_create(&a, NULL, work, &one);
  pthread_create(&b, NULL, work, &ten);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", counter);
  pthread_mutex_destroy(&lock);
  return counter;
}
