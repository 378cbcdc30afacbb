// _Thread_local: each thread starts from the initialiser and keeps its own.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int counter = 5;
static _Thread_local struct {
  int n;
  const char *name;
} state = {1, "fresh"};
static int results[2];

static int bump(void) {
  static _Thread_local int calls;
  return ++calls;
}

static void *work(void *p) {
  int me = *(int *)p;
  int first = counter;
  counter += me;
  bump();
  state.n += bump();
  results[me - 1] = first * 100 + counter * 10 + state.n;
  return &counter == p ? p : NULL;
}

int main(void) {
  counter = 50;
  state.name = "main";
  bump();
  int ids[2] = {1, 2};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, work, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%d %d\n", results[0], results[1]);
  printf("%d %d %s %d\n", counter, state.n, state.name, bump());
  return counter;
}
