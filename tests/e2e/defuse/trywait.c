// A try that took from a semaphore may find nothing in another order, and what is read then is possible.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t | FileCheck %s
// CHECK: taker reads x
// CHECK-NEXT: from initial value {{ *}}{{observed|inferred}}
#include <pthread.h>
#include <semaphore.h>
static sem_t sem;
static int x, seen;
static void *taker(void *p) {
  if (sem_trywait(&sem))
    seen = x;
  return p;
}
static void *poster(void *p) { sem_post(&sem); return p; }
int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 0);
  pthread_create(&a, 0, poster, 0);
  pthread_create(&b, 0, taker, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  x = 1;
  return seen;
}
