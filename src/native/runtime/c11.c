/* C11 threads on top of the POSIX ones: the C library's own would not come by here. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <stdlib.h>
#include <threads.h>

static int result_of(int error) {
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
  *record = (struct start){function, argument};
  return result_of(pthread_create(thread, NULL, run, record));
}
int thrd_join(thrd_t thread, int *result) {
  void *value = NULL;
  const int error = pthread_join(thread, &value);
  if (!error && result)
    *result = (int)(intptr_t)value;
  return result_of(error);
}
void thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}
int thrd_detach(thrd_t thread) {
  return result_of(pthread_detach(thread));
}
void thrd_yield(void) {}
int thrd_sleep(const struct timespec *duration, struct timespec *left) {
  (void)duration;
  (void)left;
  pthread_testcancel();
  return 0;
}

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (type & mtx_recursive)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return result_of(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}
int mtx_lock(mtx_t *mutex) {
  return result_of(pthread_mutex_lock((pthread_mutex_t *)mutex));
}
int mtx_trylock(mtx_t *mutex) {
  return result_of(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  return result_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}
int mtx_unlock(mtx_t *mutex) {
  return result_of(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}
void mtx_destroy(mtx_t *mutex) {
  pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int cnd_init(cnd_t *condition) {
  return result_of(pthread_cond_init((pthread_cond_t *)condition, NULL));
}
int cnd_signal(cnd_t *condition) {
  return result_of(pthread_cond_signal((pthread_cond_t *)condition));
}
int cnd_broadcast(cnd_t *condition) {
  return result_of(pthread_cond_broadcast((pthread_cond_t *)condition));
}
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result_of(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  return result_of(
      pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}
void cnd_destroy(cnd_t *condition) {
  pthread_cond_destroy((pthread_cond_t *)condition);
}
void call_once(once_flag *flag, void (*function)(void)) {
  pthread_once((pthread_once_t *)flag, function);
}
