// The order at the end: cleanup handlers, key destructors, and exit handlers with the last thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t first, second;
static pthread_t mainThread;

static void farewell(void) {
  puts("exit handler");
}
static void destroyFirst(void *p) {
  printf("first %s\n", (char *)p);
}
static void destroySecond(void *p) {
  printf("second %s\n", (char *)p);
  if (*(char *)p == 'a')
    pthread_setspecific(second, "b");
}
static void clean(void *p) {
  printf("clean %s, key %s\n", (char *)p, (char *)pthread_getspecific(first));
}

static void deeper(int n) {
  pthread_cleanup_push(clean, n ? "inner" : "outer");
  if (n == 0)
    deeper(1);
  pthread_exit("result");
  pthread_cleanup_pop(0);
}

static void *work(void *unused) {
  (void)unused;
  pthread_setspecific(first, "one");
  pthread_setspecific(second, "a");
  deeper(0);
  return NULL;
}

static void *last(void *unused) {
  (void)unused;
  pthread_join(mainThread, NULL);
  puts("main is gone");
  return NULL;
}

int main(void) {
  atexit(farewell);
  pthread_key_create(&first, destroyFirst);
  pthread_key_create(&second, destroySecond);
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &result);
  puts(result);
  mainThread = pthread_self();
  pthread_create(&t, NULL, last, NULL);
  pthread_detach(t);
  pthread_setspecific(first, "main's");
  pthread_exit(NULL);
}
