// Thread-specific data with destructors, one of which sets its key again.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key, plain;
static int destroyed, rounds;

static void destroy(void *p) {
  destroyed += *(int *)p;
  free(p);
}

static void again(void *p) {
  // A value set here gets another round.
  if (++rounds == 1)
    pthread_setspecific(plain, p);
}

static void *work(void *p) {
  int *mine = malloc(sizeof *mine);
  if (!mine)
    abort();
  *mine = *(int *)p;
  int before = pthread_getspecific(key) == NULL;
  pthread_setspecific(key, mine);
  int *seen = pthread_getspecific(key);
  pthread_setspecific(plain, p);
  return before && *seen == *(int *)p ? p : NULL;
}

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_key_create(&plain, again);
  int unused = 5, seven = 7;
  pthread_setspecific(key, &unused);
  pthread_t t;
  pthread_create(&t, NULL, work, &seven);
  void *r;
  pthread_join(t, &r);
  printf("%d %d %d\n", destroyed, rounds, r == &seven);
  printf("%d\n", pthread_getspecific(key) == &unused);
  // Main's own value is not destroyed by a return from main.
  pthread_setspecific(key, NULL);
  pthread_key_delete(key);
  pthread_key_delete(plain);
  return destroyed;
}
