// A queue under a mutex: one thread puts in N values, two try to take N each. Every value comes out
// at most once and in order. With -DBUG whether there is a value is looked up before the mutex is
// taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define TAKERS 2

struct queue {
  pthread_mutex_t lock;
  int values[N];
  int first;
  atomic_int count;
};

static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER};
static int taken[N + 1];

static void enqueue(struct queue *to, int value) {
  pthread_mutex_lock(&to->lock);
  assert(to->first + to->count < N);
  to->values[to->first + to->count] = value;
  to->count = to->count + 1;
  pthread_mutex_unlock(&to->lock);
}

static int dequeue(struct queue *from) {
  int value = 0;
#ifdef BUG
  if (from->count == 0)
    return 0;
  pthread_mutex_lock(&from->lock);
#else
  pthread_mutex_lock(&from->lock);
  if (from->count > 0)
#endif
  {
    assert(from->count > 0);
    value = from->values[from->first++];
    from->count = from->count - 1;
    ++taken[value];
  }
  pthread_mutex_unlock(&from->lock);
  return value;
}

static void *put(void *unused) {
  for (int i = 1; i <= N; ++i)
    enqueue(&queue, i);
  return unused;
}

static void *take(void *unused) {
  int last = 0;
  for (int i = 0; i < N; ++i) {
    int value = dequeue(&queue);
    assert(value == 0 || value > last);
    last = value ? value : last;
  }
  return unused;
}

int main(void) {
  pthread_t threads[1 + TAKERS];
  pthread_create(&threads[0], 0, put, 0);
  for (int i = 1; i <= TAKERS; ++i)
    pthread_create(&threads[i], 0, take, 0);
  for (int i = 0; i <= TAKERS; ++i)
    pthread_join(threads[i], 0);
  int sum = queue.count;
  for (int i = 1; i <= N; ++i) {
    assert(taken[i] <= 1);
    sum += taken[i];
  }
  assert(sum == N);
  return 0;
}
