// Cleanup handlers: run on pthread_exit and on pop(1), not on pop(0).
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace;

static void note(void *p) {
  trace = trace * 10 + *(int *)p;
}
static void unlock(void *p) {
  pthread_mutex_unlock(p);
}

static void *work(void *p) {
  static int one = 1, two = 2, three = 3;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(0);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_cleanup_push(note, p);
  pthread_exit(p);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  int four = 4;
  pthread_t t;
  pthread_create(&t, NULL, work, &four);
  void *r;
  pthread_join(t, &r);
  int free_again = pthread_mutex_trylock(&lock) == 0;
  pthread_mutex_unlock(&lock);
  printf("%d %d %d\n", trace, free_again, r == &four);
  return four;
}
