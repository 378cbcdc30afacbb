// Waits that nothing ends, and signals that may come too early.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_cond_t early = PTHREAD_COND_INITIALIZER;
static pthread_cond_t guarded = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiting(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&guarded, &lock); // line 13
  pthread_cond_wait(&early, &lock);     // line 14
  pthread_cond_wait(&never, &lock);     // line 15
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiting, 0);
  pthread_mutex_lock(&lock); // line 23
  ready = 1;
  pthread_cond_signal(&guarded); // line 25
  pthread_cond_broadcast(&early); // line 26
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}

// RUN: %exits 0 %heddle pairs %s | FileCheck %s
// CHECK: possible lost signal:
// CHECK-NEXT: T1 waiting waits for early at {{.*}}:14:3
// CHECK-NEXT: main signals it at {{.*}}:26:3, perhaps before that
// CHECK: no signal:
// CHECK-NEXT: T1 waiting waits for never at {{.*}}:15:3
// CHECK-NEXT: nothing signals it
// CHECK: early: 1 pair
// CHECK-NEXT: WN
// CHECK: guarded: 1 pair
// CHECK: lock: 2 pairs
// CHECK: 2 waits that may not end
