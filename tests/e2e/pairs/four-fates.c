// Four variables that two threads have in common (figure 3.1 of the thesis on value schedules). The
// write to v1 never comes, and the places of v2 are different ones: that takes running to find
// out.
#include <pthread.h>

struct value {
  int val;
};
static struct value v1;
static struct value v3;
static struct value v4 = {1};
static int v2[20];
static pthread_mutex_t lock3 = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  int id = 1;
  int local = v1.val; // line 17
  local += v2[id];
  pthread_mutex_lock(&lock3); // line 19
  v3.val = 1;
  pthread_mutex_unlock(&lock3);
  return (void *)(long)(local / v4.val); // line 22
}

static void *second(void *unused) {
  int id = 2;
  int local = 0;
  if (local > id)
    v1.val = 3; // line 29
  v2[id] = 2;
  pthread_mutex_lock(&lock3); // line 31
  v3.val = 1;
  pthread_mutex_unlock(&lock3);
  v4.val *= local; // line 34
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: v1: 1 pair, 1 unprotected
// CHECK-NEXT: RW {{.*}}:17:
// CHECK-NEXT: :29:
// CHECK: v2[…]: 1 pair, 1 unprotected
// CHECK: v4: 1 pair, 1 unprotected
// CHECK-NEXT: RW {{.*}}:22:
// CHECK-NEXT: :34:
// CHECK: lock3: 1 pair
// CHECK-NEXT: MM {{.*}}:19:3
// CHECK-NEXT: :31:3
// CHECK: v3: 1 pair (1 protected, not shown)
