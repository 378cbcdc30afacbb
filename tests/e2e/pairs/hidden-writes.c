// What ends a wait may be a write that one does not see: one of printf's, by a list of arguments, or
// one in a function that is called with more arguments than it takes. The flag then orders nothing.
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int printed;
static atomic_int called;
static atomic_int written;
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
  data = 1; // line 25
  atomic_store(&printed, 1);
  data = 2; // line 27
  atomic_store(&called, 1);
  data = 3; // line 29
  atomic_store(&written, 1);
  return unused;
}

static void *other(void *unused) {
  say("so%n\n", (int *)&printed);
  set(&called, 1, 2);
  fprintf(stdout, "so%n\n", (int *)&written);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  while (!atomic_load(&printed))
    ;
  int sum = data; // line 47
  while (!atomic_load(&called))
    ;
  sum += data; // line 50
  while (!atomic_load(&written))
    ;
  sum += data; // line 53
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return sum;
}

// RUN: %exits 1 %heddle pairs %s --var data --all | FileCheck %s
// CHECK: data: 9 pairs, 9 unprotected

// RUN: %exits 1 %heddle check %s --property race --all | FileCheck %s --check-prefix=RACE
// RACE-NOT: had excluded
// RACE: 25:8: error: data race on data: write by T1 and read by main are not ordered
// RACE-NOT: had excluded
