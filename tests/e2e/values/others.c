// What the thesis leaves open: semaphores, barriers, read-write locks, C11 threads and threads that
// a loop creates. Each program fails in one order only, which pairs lead to.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DSEMAPHORE | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DBARRIER | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DRWLOCK | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DC11 | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DLOOP | FileCheck %s
//
// CHECK: assertion failed: {{.*}}fails
// CHECK: 1 harmful
#include <assert.h>
#include <stdlib.h>
#define fails(c) assert((c) && "fails")

#if defined SEMAPHORE
#include <pthread.h>
#include <semaphore.h>
static sem_t items;
static int taken;

// There is one for two, and it should not matter who gets it.
static void *take(void *number) {
  if (sem_trywait(&items) == 0)
    taken = (int)(long)number;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&items, 0, 1);
  for (long i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, take, (void *)(i + 1));
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  fails(taken != 2);
}
#elif defined BARRIER
#include <pthread.h>
static pthread_barrier_t barrier;
static int serial;

// The last one of two is told so.
static void *meet(void *number) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial = (int)(long)number;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 2);
  for (long i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, meet, (void *)(i + 1));
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  fails(serial != 1);
}
#elif defined RWLOCK
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value = 1;

static void *invert(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = value;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  value = 10 / seen; // Of what was there before.
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *add(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value += 4;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, invert, 0);
  pthread_create(&threads[1], 0, add, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  fails(value != 10);
}
#elif defined C11
#include <threads.h>
static mtx_t lock;
static int sum;

static int add(void *number) {
  mtx_lock(&lock);
  int seen = sum;
  mtx_unlock(&lock);
  mtx_lock(&lock);
  sum = seen + *(int *)number;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  int numbers[2] = {1, 2};
  mtx_init(&lock, mtx_plain);
  for (int i = 0; i < 2; ++i)
    thrd_create(&threads[i], add, &numbers[i]);
  for (int i = 0; i < 2; ++i)
    thrd_join(threads[i], 0);
  fails(sum == 3);
}
#else
#include <pthread.h>
enum { THREADS = 4 };
static int slots[THREADS];
static int next;

// Each takes the next slot, but two may take the same.
static void *take(void *unused) {
  slots[next++] = 1;
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  int count = 0;
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], 0, take, 0);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], 0);
  for (int i = 0; i < THREADS; ++i)
    count += slots[i];
  fails(count == THREADS);
}
#endif
