// C11 threads (threads.h) on top of pthreads.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static int resultOf(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case ENOMEM:
    return thrd_nomem;
  case ETIMEDOUT:
    return thrd_timedout;
  case EBUSY:
    return thrd_busy;
  default:
    return thrd_error;
  }
}

// The pthread objects are no larger than the C11 ones: that is how the C library does it too.
static pthread_mutex_t *mutexOf(mtx_t *mutex) {
  return (pthread_mutex_t *)mutex;
}
static pthread_cond_t *conditionOf(cnd_t *condition) {
  return (pthread_cond_t *)condition;
}
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(mtx_t), "a mtx_t holds a pthread_mutex_t");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(cnd_t), "a cnd_t holds a pthread_cond_t");

// What the new thread is to do; it frees the record itself, since nobody knows when it has begun.
struct start {
  thrd_start_t function;
  void *argument;
};

static void *run(void *record) {
  const struct start start = *(struct start *)record;
  free(record);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *record = malloc(sizeof *record);
  if (!record)
    return thrd_nomem;
  record->function = function;
  record->argument = argument;
  const int error = pthread_create(thread, NULL, run, record);
  if (error)
    free(record);
  return resultOf(error);
}

int thrd_join(thrd_t thread, int *result) {
  void *value = NULL;
  const int error = pthread_join(thread, &value);
  if (!error && result)
    *result = (int)(intptr_t)value;
  return resultOf(error);
}

_Noreturn void thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}
int thrd_detach(thrd_t thread) {
  return resultOf(pthread_detach(thread));
}
thrd_t thrd_current(void) {
  return pthread_self();
}
int thrd_equal(thrd_t a, thrd_t b) {
  return pthread_equal(a, b);
}
void thrd_yield(void) {
  sched_yield();
}

int thrd_sleep(const struct timespec *duration, struct timespec *left) {
  if (nanosleep(duration, left) == 0)
    return 0;
  return errno == EINTR ? -1 : -2;
}

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (type & mtx_recursive)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  const int error = pthread_mutex_init(mutexOf(mutex), &attributes);
  pthread_mutexattr_destroy(&attributes);
  return resultOf(error);
}

int mtx_lock(mtx_t *mutex) {
  return resultOf(pthread_mutex_lock(mutexOf(mutex)));
}
int mtx_trylock(mtx_t *mutex) {
  return resultOf(pthread_mutex_trylock(mutexOf(mutex)));
}
int mtx_unlock(mtx_t *mutex) {
  return resultOf(pthread_mutex_unlock(mutexOf(mutex)));
}
void mtx_destroy(mtx_t *mutex) {
  pthread_mutex_destroy(mutexOf(mutex));
}
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  return resultOf(pthread_mutex_timedlock(mutexOf(mutex), until));
}

int cnd_init(cnd_t *condition) {
  return resultOf(pthread_cond_init(conditionOf(condition), NULL));
}
int cnd_signal(cnd_t *condition) {
  return resultOf(pthread_cond_signal(conditionOf(condition)));
}
int cnd_broadcast(cnd_t *condition) {
  return resultOf(pthread_cond_broadcast(conditionOf(condition)));
}
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return resultOf(pthread_cond_wait(conditionOf(condition), mutexOf(mutex)));
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  return resultOf(pthread_cond_timedwait(conditionOf(condition), mutexOf(mutex), until));
}
void cnd_destroy(cnd_t *condition) {
  pthread_cond_destroy(conditionOf(condition));
}

int tss_create(tss_t *key, tss_dtor_t destructor) {
  return resultOf(pthread_key_create(key, destructor));
}
void *tss_get(tss_t key) {
  return pthread_getspecific(key);
}
int tss_set(tss_t key, void *value) {
  return resultOf(pthread_setspecific(key, value));
}
void tss_delete(tss_t key) {
  pthread_key_delete(key);
}

void call_once(once_flag *flag, void (*function)(void)) {
  pthread_once((pthread_once_t *)flag, function);
}
