// Two locks in two orders; one race; and a pair that a flag orders, so that it is none.
// RUN: rm -rf %t && %exits 1 %heddle pairs %s --confirm --out %t | FileCheck %s
// RUN: %exits 1 %heddle replay %t/deadlock-confirm.c-13.heddle | FileCheck %s --check-prefix=AGAIN
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared, never;
static volatile int chosen;

static void *one(void *unused) {
  shared = 1;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  if (chosen == 7)
    never = 1;
  return unused;
}

static void *two(void *unused) {
  shared = 2;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  never = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
// CHECK: pairs:
// CHECK-DAG: deadlock {{.*}}confirm.c:13, {{.*}}confirm.c:24: confirmed; heddle replay
// CHECK-DAG: data race {{.*}}confirm.c:11, {{.*}}confirm.c:22: confirmed; heddle replay
// CHECK-DAG: data race {{.*}}confirm.c:17, {{.*}}confirm.c:27: refuted: none of
// AGAIN: error: deadlock:
