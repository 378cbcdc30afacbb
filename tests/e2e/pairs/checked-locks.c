// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// A mutex that cannot refuse is locked and unlocked without an error, so that what the program does
// about errors orders no locks. Functions that nobody knows, and streams, make nothing one thing
// that is not: only what is forgotten here conflicts.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void *openSomething(int *error, FILE *stream);
int readSomething(int *error, void *from, char *into, int size);

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
int done, total;

void stop(void) {
  pthread_mutex_lock(&second);
  done = 1;
  pthread_mutex_unlock(&second);
  exit(1);
}

void lock(pthread_mutex_t *mutex) {
  int error = pthread_mutex_lock(mutex);
  if (error != 0) {
    fprintf(stderr, "error %d\n", error);
    stop();
  }
}

void unlock(pthread_mutex_t *mutex) {
  int error = pthread_mutex_unlock(mutex);
  if (error != 0) {
    fprintf(stderr, "error %d\n", error);
    stop();
  }
}

void *reads(void *unused) {
  int error;
  char *into = malloc(100);
  void *from = openSomething(&error, stderr);
  int size = readSomething(&error, from, into, 100);
  lock(&second);
  lock(&first);
  total += size;
  unlock(&first);
  unlock(&second);
  fprintf(stderr, "%d bytes\n", size);
  free(into);
  return 0;
}

void *prints(void *unused) {
  int caught = 0;
  FILE *log = fopen("log", "w");
  lock(&first);
  fprintf(log, "caught %d\n", caught);
  caught = total;
  unlock(&first);
  fclose(log);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, prints, 0);
  total = 1;
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// CHECK-NOT: possible deadlock
// CHECK: total: {{[0-9]+}} pairs, 3 unprotected
// CHECK: pairs: {{[0-9]+}} RW (3 unprotected), {{.*}} inside of libraries not shown (--libraries)
