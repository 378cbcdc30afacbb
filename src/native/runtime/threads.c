/* Threads: creating, joining, ending, cancelling. No real thread is ever joined or detached, so
 * that a handle stays the name of one thread. */
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
create_function __interceptor_pthread_create __attribute__((weak));

static pthread_key_t end_key;
static bool has_key;

/* Destructors of the program's own keys may come after this one, so it asks for all the rounds
 * there are before the thread counts as ended. */
static void on_end(void *thread) {
  me = thread;
  if (++me->exit_rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(end_key, me);
  else
    heddle_ended();
}

void heddle_watch_end(void) {
  if (!has_key)
    pthread_key_create(&end_key, on_end);
  has_key = true;
  pthread_setspecific(end_key, me);
}

struct thread *heddle_thread_of(pthread_t handle) {
  for (int i = 0; i < most_threads; ++i)
    if (heddle_threads[i].exists && pthread_equal(heddle_threads[i].handle, handle))
      return &heddle_threads[i];
  return NULL;
}

bool heddle_is_foreign(const void *object) {
  static const void *program;
  Dl_info info;
  if (!me)
    return true;
  if (!program && dladdr((const void *)heddle_threads, &info))
    program = info.dli_fbase;
  return dladdr(object, &info) && info.dli_fbase != program;
}

static void *run(void *thread) {
  me = thread;
  heddle_watch_end();
  heddle_sleep();
  me->result = me->start(me->argument);
  return me->result;
}

/* The entry of a new thread, by its name: the plan knows it, or it comes behind the plan's end. */
static struct thread *place_for(struct thread *parent) {
  char name[80];
  const int nth = ++parent->children;
  if (parent == heddle_threads)
    snprintf(name, sizeof name, "T%d", nth);
  else
    snprintf(name, sizeof name, "%s.%d", parent->name, nth);
  for (int i = 1; i < most_threads; ++i)
    if (!strcmp(heddle_threads[i].name, name))
      return &heddle_threads[i];
  for (int i = 1; i < most_threads; ++i)
    if (!heddle_threads[i].name[0]) {
      snprintf(heddle_threads[i].name, sizeof heddle_threads[i].name, "%.63s", name);
      return &heddle_threads[i];
    }
  heddle_diverged("more than %d threads", most_threads);
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  create_function *create = __interceptor_pthread_create;
  if (!create)
    create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
  if (!me)
    return create(handle, attributes, start, argument);
  heddle_checkpoint(behind);
  struct thread *thread = place_for(me);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate(attributes, &state);
  thread->detached = state == PTHREAD_CREATE_DETACHED;
  thread->start = start;
  thread->argument = argument;
  const int error = create(&thread->handle, NULL, run, thread);
  if (error)
    return error;
  *handle = thread->handle;
  thread->exists = true;
  heddle_hands_on(me, thread);
  heddle_operation("create");
  return 0;
}

/* In programs that cancel threads, a point where a request may be seen is an operation. */
static void yield(void) {
  const struct operation *planned = heddle_planned();
  if (!planned || strcmp(planned->kind, "yield"))
    return;
  heddle_operation("yield");
  heddle_checkpoint(behind);
}

int pthread_join(pthread_t handle, void **result) {
  heddle_checkpoint(behind);
  yield();
  heddle_cancel_point();
  struct thread *other = heddle_thread_of(handle);
  if (!other)
    heddle_misuse("thread-misuse", "join of something that is no thread");
  if (other == me)
    heddle_misuse("thread-misuse", "a thread joins itself");
  if (other->detached || other->joined)
    heddle_misuse("thread-misuse", other->detached ? "join of a detached thread"
                                                   : "join of a thread that was joined already");
  while (!other->ended) {
    heddle_blocked("join", other);
    heddle_cancel_point();
  }
  if (result)
    *result = other->result;
  other->joined = true;
  heddle_hands_on(other, me);
  heddle_operation("join");
  return 0;
}

int pthread_detach(pthread_t handle) {
  heddle_checkpoint(behind);
  struct thread *other = heddle_thread_of(handle);
  if (!other)
    heddle_misuse("thread-misuse", "detach of something that is no thread");
  if (other->detached || other->joined)
    heddle_misuse("thread-misuse", other->detached ? "detach of a thread that is detached already"
                                                   : "detach of a thread that was joined already");
  other->detached = true;
  heddle_operation("detach");
  return 0;
}

void pthread_exit(void *result) {
  typedef void exit_function(void *) __attribute__((noreturn));
  static exit_function *exit_thread;
  if (!exit_thread)
    exit_thread = (exit_function *)dlsym(RTLD_NEXT, "pthread_exit");
  if (me)
    me->result = result;
  exit_thread(result);
}

/* --- cancellation --- */

void heddle_cancel_point(void) {
  if (!me || !me->cancelled || me->cancel_disabled)
    return;
  me->cancel_disabled = true;
  pthread_exit(PTHREAD_CANCELED);
}

int pthread_cancel(pthread_t handle) {
  heddle_checkpoint(behind);
  struct thread *other = heddle_thread_of(handle);
  if (!other || other->joined)
    heddle_misuse("thread-misuse", "cancellation of something that is no thread");
  other->cancelled = true;
  if (other->waits_on && !other->woken && !other->cancel_disabled)
    other->woken = other->cancel_wakes = true;
  heddle_operation("cancel");
  return 0;
}

void pthread_testcancel(void) {
  heddle_checkpoint(behind);
  heddle_cancel_point();
  yield();
}

int pthread_setcancelstate(int state, int *before) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  if (before)
    *before = me && me->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  if (me)
    me->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

/* --- time: nobody sleeps, and clocks go as in the VM, a second a call --- */

int sched_yield(void) {
  return 0;
}

static int no_sleep(void) {
  pthread_testcancel();
  return 0;
}
int usleep(unsigned microseconds) {
  (void)microseconds;
  return no_sleep();
}
unsigned sleep(unsigned seconds) {
  (void)seconds;
  return (unsigned)no_sleep();
}
int nanosleep(const struct timespec *duration, struct timespec *left) {
  (void)duration;
  (void)left;
  return no_sleep();
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                    struct timespec *left) {
  (void)clock;
  (void)flags;
  return nanosleep(duration, left);
}

static time_t now(void) {
  return 1000000000 + (me ? ++me->clock_calls : 0);
}
time_t time(time_t *into) {
  const time_t result = now();
  if (into)
    *into = result;
  return result;
}
int clock_gettime(clockid_t clock, struct timespec *into) {
  (void)clock;
  *into = (struct timespec){now(), 0};
  return 0;
}
int gettimeofday(struct timeval *restrict into, void *restrict zone) {
  (void)zone;
  *into = (struct timeval){now(), 0};
  return 0;
}
int timespec_get(struct timespec *into, int base) {
  *into = (struct timespec){now(), 0};
  return base;
}

unsigned _ZNSt6thread20hardware_concurrencyEv(void);
unsigned _ZNSt6thread20hardware_concurrencyEv(void) {
  return 2;
}
