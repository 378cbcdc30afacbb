// N threads write a value and then, under a second mutex, one that follows from it; as many look at
// both and may see the second one not yet there. With -DBUG they may not.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static int second;

static void *write_both(void *unused) {
  pthread_mutex_lock(&first_lock);
  first = 1;
  pthread_mutex_unlock(&first_lock);
  pthread_mutex_lock(&second_lock);
  second = first + 1;
  pthread_mutex_unlock(&second_lock);
  return unused;
}

static void *look(void *unused) {
  pthread_mutex_lock(&first_lock);
  int seen = first;
  pthread_mutex_unlock(&first_lock);
  if (!seen)
    return unused;
  pthread_mutex_lock(&second_lock);
  int next = second;
  pthread_mutex_unlock(&second_lock);
#ifdef BUG
  assert(next == seen + 1);
#else
  assert(next == 0 || next == seen + 1);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2 * N];
  for (int i = 0; i < N; ++i) {
    pthread_create(&threads[2 * i], 0, write_both, 0);
    pthread_create(&threads[2 * i + 1], 0, look, 0);
  }
  for (int i = 0; i < 2 * N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
