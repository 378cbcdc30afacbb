// One input among 2^32 and one interleaving; the test replays, also natively as far as inputs go.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-needle.c-42.heddle | FileCheck %s --check-prefix=REPLAY
// RUN: FileCheck %s --check-prefix=TEST < %t/assertion-needle.c-42.heddle
// CHECK: needle.c:42:3: error: assertion failed: seen != 0x12345678 [assertion]
// CHECK: inputs:
// CHECK-NEXT: key = 1060822295
// CHECK: bug: 
// REPLAY: [assertion]
// REPLAY: key = 1060822295
// TEST: input key 1060822295
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static unsigned key, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused) {
  pthread_mutex_lock(&lock);
  key = (key ^ 0xdeadbeef) * 2654435761u;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  key = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *reads(void *unused) {
  pthread_mutex_lock(&lock);
  seen = key;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  key = heddle_uint("key") & ~0u;
  heddle_assume(key != 0x12345678);
  pthread_create(&first, 0, writes, 0), pthread_create(&second, 0, reads, 0);
  pthread_join(first, 0), pthread_join(second, 0);
  assert(seen != 0x12345678);
  return 0;
}
