// pthread_once runs its function once and before any caller goes on.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, table[2];

static void init(void) {
  runs++;
  table[0] = 11;
  table[1] = 22;
}

static void *use(void *p) {
  pthread_once(&once, init);
  return &table[*(int *)p];
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t t;
  pthread_create(&t, NULL, use, &ids[1]);
  int *mine = use(&ids[0]);
  void *theirs;
  pthread_join(t, &theirs);
  pthread_once(&once, init);
  printf("%d %d %d\n", runs, *mine, *(int *)theirs);
  return *mine + *(int *)theirs;
}
