// Locks in opposite orders, and the same under a lock that keeps the threads apart.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void lockBoth(pthread_mutex_t *one, pthread_mutex_t *other) {
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(one);   // line 12
  pthread_mutex_lock(other); // line 13
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(one);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
}

static void *first(void *unused) {
  pthread_mutex_lock(&a); // line 22
  pthread_mutex_lock(&b); // line 23
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *second(void *unused) {
#ifdef CALLS
  lockBoth(&b, &a);
#else
  pthread_mutex_lock(&b); // line 33
  pthread_mutex_lock(&a); // line 34
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_t two;
  pthread_create(&one, 0, first, 0);
#ifdef ORDER
  pthread_join(one, 0);
#endif
  pthread_create(&two, 0, second, 0);
#ifndef ORDER
  pthread_join(one, 0);
#endif
  pthread_join(two, 0);
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: possible deadlock:
// CHECK-DAG: T1 first holds a since {{.*}}:22:3, and wants b at {{.*}}:23:3
// CHECK-DAG: T2 second holds b since {{.*}}:33:3, and wants a at {{.*}}:34:3
// CHECK: 1 possible deadlock

// RUN: %exits 1 %heddle pairs %s --dot %t -- -DCALLS | FileCheck %s --check-prefix=CALLS
// CALLS: possible deadlock:
// RUN: FileCheck %s --check-prefix=DOT < %t/lock-order.dot
// DOT: "a" -> "b"

// RUN: %exits 0 %heddle pairs %s -- -DORDER | FileCheck %s --check-prefix=ORDER
// ORDER-NOT: possible deadlock
// ORDER: pairs:
