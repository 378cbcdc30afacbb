// Two threads that each hold a lock of the object that both access, and not the same one.
#include <pthread.h>
#include <stdlib.h>
struct box {
  pthread_mutex_t one;
  pthread_mutex_t two;
  int value;
};
static struct box *boxes[2];
static int pick;
static void *first(void *arg) {
  struct box *box = boxes[pick];
  pthread_mutex_lock(&box->one);
  box->value++;
  pthread_mutex_unlock(&box->one);
  return arg;
}
static void *second(void *arg) {
  struct box *box = boxes[pick];
  pthread_mutex_lock(&box->two);
  box->value++;
  pthread_mutex_unlock(&box->two);
  return arg;
}
int main(int argc, char **argv) {
  for (int i = 0; i < 2; i++) {
    boxes[i] = malloc(sizeof(struct box));
    pthread_mutex_init(&boxes[i]->one, 0);
    pthread_mutex_init(&boxes[i]->two, 0);
    boxes[i]->value = 0;
  }
  pick = argc > 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: box->value: 3 pairs, 3 unprotected
// CHECK-NEXT: RW {{.*}}:14:13 T1 first reads
// CHECK-NEXT: {{.*}}:21:13 T2 second writes

// RUN: %exits 1 %heddle check %s --property race --all | FileCheck %s --check-prefix=RACE
// RACE-NOT: had excluded
// RACE: error: data race on {{.*}}value
// RACE-NOT: had excluded
