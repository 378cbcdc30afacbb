// Five workers take tasks from a pool, may put new ones back, and agree on the end: the last one
// who finds the pool empty wakes the others. How many are idle is read without the lock. Bug: a
// race, and workers that wait when all the others have gone.
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 5, DEPTH = 1 };

struct task {
  int depth;
  struct task *next;
};

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct task *tasks;
  int finished;
};

static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static int idle;
static int results;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int depth) {
  struct task *task = malloc(sizeof *task);
  task->depth = depth;
  pthread_mutex_lock(&pool.mutex);
  task->next = pool.tasks;
  pool.tasks = task;
  pthread_cond_signal(&pool.changed);
  pthread_mutex_unlock(&pool.mutex);
}

static struct task *take(void) {
  if (idle == WORKERS - 1) { // Somebody else may think so too.
    pthread_mutex_lock(&pool.mutex);
    if (!pool.tasks) {
      pool.finished = 1;
      pthread_cond_broadcast(&pool.changed);
    }
    pthread_mutex_unlock(&pool.mutex);
  }
  pthread_mutex_lock(&pool.mutex);
  ++idle;
  while (!pool.tasks && !pool.finished)
    pthread_cond_wait(&pool.changed, &pool.mutex);
  struct task *task = pool.tasks;
  if (task) {
    pool.tasks = task->next;
    --idle;
  }
  pthread_mutex_unlock(&pool.mutex);
  return task;
}

static void *work(void *unused) {
  for (struct task *task = take(); task; task = take()) {
    if (task->depth < DEPTH)
      put(task->depth + 1);
    free(task);
    pthread_mutex_lock(&result_lock);
    ++results;
    pthread_mutex_unlock(&result_lock);
  }
  return unused;
}

int main(void) {
  pthread_t workers[WORKERS];
  put(0);
  for (int i = 0; i < WORKERS; ++i)
    pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < WORKERS; ++i)
    pthread_join(workers[i], 0);
  return results != DEPTH + 1;
}
