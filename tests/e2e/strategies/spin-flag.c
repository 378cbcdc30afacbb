// A flag and a sequence number that are waited for, with dpor and without a bound on iterations.
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DSEQUENCE | FileCheck %s
// CHECK-NOT: incomplete
// CHECK: {{^}}safe: {{.*}} covers assertion, deadlock, hang{{( by dpor)?}}, race

// A flag that nobody sets, and a writer that leaves its sequence odd.
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DFORGOTTEN | FileCheck %s --check-prefix=HANG
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DSEQUENCE -DFORGOTTEN | FileCheck %s --check-prefix=HANG
// HANG: error: hang
// HANG: {{^}}bug:

// A reader that does not look at the sequence again sees halves of a write.
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DSEQUENCE -DONCE | FileCheck %s --check-prefix=HALF
// HALF: error: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef SEQUENCE
static atomic_uint sequence;
static atomic_int left, right;

static void *write(void *unused) {
  (void)unused;
  atomic_fetch_add(&sequence, 1);
  atomic_store(&left, 1);
  atomic_store(&right, 1);
#ifndef FORGOTTEN
  atomic_fetch_add(&sequence, 1);
#endif
  return 0;
}

static void *read(void *unused) {
  (void)unused;
  unsigned before;
  int one, two;
  do {
    while ((before = atomic_load(&sequence)) & 1)
      ;
    one = atomic_load(&left);
    two = atomic_load(&right);
#ifdef ONCE
    break;
#endif
  } while (atomic_load(&sequence) != before);
  assert(one == two);
  return 0;
}
#else
static atomic_int flag;
static int data;

static void *write(void *unused) {
  (void)unused;
  data = 7;
#ifndef FORGOTTEN
  atomic_store(&flag, 1);
#endif
  return 0;
}

static void *read(void *unused) {
  (void)unused;
  while (!atomic_load(&flag))
    ;
  assert(data == 7);
  return 0;
}
#endif

int main(void) {
  pthread_t writer, reader;
  pthread_create(&reader, 0, read, 0);
  pthread_create(&writer, 0, write, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}
