// Two threads make threads of their own. Which of these is met first by the guided search, that
// tries several orders, is another one than where its execution runs again.
// RUN: %exits 1 %heddle reach %s --target numbers.c:38 --strategy guided --out %t | FileCheck %s
// RUN: %exits 1 %heddle replay %t/target-numbers.c-38.heddle | FileCheck %s
// CHECK: numbers.c:38:15: error: main comes here [target]
// CHECK-NOT: internal
#include <pthread.h>

static unsigned first, second, third;

static void *nothing(void *unused) { return unused; }
static void *look(void *unused) { return (void *)(unsigned long)(second + (unused != 0)); }

static void *one(void *unused) {
  pthread_t inner;
  unsigned sum = second;
  sum ^= first;
  pthread_create(&inner, 0, nothing, 0);
  first = sum;
  pthread_join(inner, 0);
  return unused;
}

static void *two(void *unused) {
  pthread_t inner;
  unsigned read = third;
  pthread_create(&inner, 0, look, 0);
  pthread_join(inner, 0);
  return (void *)(unsigned long)(read + (unused != 0));
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return (int)first;
}
