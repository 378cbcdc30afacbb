// One thread pushes N values under a mutex, another one tries to pop as often. What is popped was
// pushed, and nothing is lost. With -DBUG the popper looks for a value before it takes the mutex,
// and a second popper does, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifdef BUG
#define POPPERS 2
#else
#define POPPERS 1
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[N];
static atomic_int top;
static int popped;

static void *push(void *unused) {
  for (int i = 0; i < N; ++i) {
    pthread_mutex_lock(&lock);
    assert(top < N);
    values[top] = i + 1;
    top = top + 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *pop(void *unused) {
  for (int i = 0; i < N; ++i) {
#ifdef BUG
    int some = top > 0;
#endif
    pthread_mutex_lock(&lock);
#ifndef BUG
    int some = top > 0;
#endif
    if (some) {
      assert(top > 0);
      top = top - 1;
      assert(values[top] > 0);
      ++popped;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t pusher;
  pthread_t poppers[POPPERS];
  pthread_create(&pusher, 0, push, 0);
  for (int i = 0; i < POPPERS; ++i)
    pthread_create(&poppers[i], 0, pop, 0);
  pthread_join(pusher, 0);
  for (int i = 0; i < POPPERS; ++i)
    pthread_join(poppers[i], 0);
  assert(popped + top == N);
  return 0;
}
