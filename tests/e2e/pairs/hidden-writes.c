// What ends a wait may be a write that one does not see: one of printf's, by a list of arguments, or
// one in a function that is called with more arguments than it takes. The flag then orders nothing.
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int printed;
static atomic_int called;
static int data;

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

static void set(to, value) atomic_int *to;
int value;
{ atomic_store(to, value); }

static void *worker(void *unused) {
  data = 1; // line 24
  atomic_store(&printed, 1);
  data = 2; // line 26
  atomic_store(&called, 1);
  return unused;
}

static void *other(void *unused) {
  say("so%n\n", (int *)&printed);
  set(&called, 1, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  while (!atomic_load(&printed))
    ;
  int sum = data; // line 43
  while (!atomic_load(&called))
    ;
  sum += data; // line 46
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return sum;
}

// RUN: %exits 1 %heddle pairs %s --var data | FileCheck %s
// CHECK: data: 4 pairs, 4 unprotected
// CHECK-NEXT: RW {{.*}}:43:13 main reads
// CHECK-NEXT: {{.*}}:24:8 T1 worker writes
// CHECK-NEXT: RW {{.*}}:43:13 main reads
// CHECK-NEXT: {{.*}}:26:8 T1 worker writes

// RUN: %exits 1 %heddle check %s --property race --all | FileCheck %s --check-prefix=RACE
// RACE-NOT: had excluded
// RACE: 24:8: error: data race on data: write by T1 and read by main are not ordered
// RACE-NOT: had excluded
