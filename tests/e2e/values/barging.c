// A thread that was woken wants its mutex back, and another one takes it first (figures 5.23 and
// 5.24). With -DTWO both that were woken want it (figure 5.25), and either may be the first.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --stats --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --stats --out %t -- -DTWO | FileCheck %s --check-prefix=TWO
//
// CHECK: assertion failed: filled
// CHECK: harmful {{ *}}{{WM|MM}}
// CHECK: pairs wm {{ *}}{{[1-9]}}
// TWO-DAG: assertion failed: turns[0] < turns[1]
// TWO-DAG: assertion failed: turns[0] > turns[1]
// TWO: pairs ww {{ *}}1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled;
static int turn;
static int turns[2];

static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  if (!filled)
    pthread_cond_wait(&changed, &mutex);
#ifdef TWO
  turns[(long)number] = ++turn;
#else
  assert(filled); // Unless somebody was faster.
  filled = 0;
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *put(void *unused) {
  pthread_mutex_lock(&mutex);
  filled = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

#ifndef TWO
static void *barge(void *unused) {
  pthread_mutex_lock(&mutex);
  if (filled)
    filled = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}
#endif

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, take, (void *)0);
#ifdef TWO
  pthread_create(&threads[1], 0, take, (void *)1);
  pthread_create(&threads[2], 0, put, 0);
#else
  pthread_create(&threads[1], 0, put, 0);
  pthread_create(&threads[2], 0, barge, 0);
#endif
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
#ifdef TWO
  assert(turns[0] < turns[1]);
  assert(turns[0] > turns[1]);
#endif
  return 0;
}
