/* Condition variables, semaphores, barriers, once, and waiting for a change of memory. */
#define _GNU_SOURCE
#include "runtime.h"

#include "locks.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>

enum { is_alive = 0x61776b65, is_destroyed = 0x64656164 };

/* --- waiting to be woken --- */

static uint64_t tickets;

void heddle_wake_one(const void *object, int which) {
  struct thread *oldest = NULL;
  for (int i = 0; i < most_threads; ++i) {
    struct thread *thread = &heddle_threads[i];
    if (thread->waits_on == object && !thread->woken && (which < 0 || which == i) &&
        (!oldest || thread->ticket < oldest->ticket))
      oldest = thread;
  }
  if (oldest)
    oldest->woken = true;
  else if (which >= 0)
    heddle_diverged("%s wakes %s, which does not wait there", me->name, heddle_threads[which].name);
}

void heddle_wake_all(const void *object) {
  for (int i = 0; i < most_threads; ++i)
    if (heddle_threads[i].waits_on == object)
      heddle_threads[i].woken = true;
}

static bool has_waiters(const void *object) {
  for (int i = 0; i < most_threads; ++i)
    if (heddle_threads[i].waits_on == object && !heddle_threads[i].woken)
      return true;
  return false;
}

/* Until it is woken, or until the plan says that it is not: 0, ETIMEDOUT or EAGAIN. */
static int wait_on(const char *kind, const void *object) {
  me->waits_on = object;
  me->woken = false;
  me->ticket = ++tickets;
  heddle_checkpoint(behind);
  const struct operation *planned = heddle_planned();
  int result = 0;
  if (!me->woken && planned && planned->result && !strcmp(planned->kind, kind))
    result = (int)planned->result;
  while (!me->woken && !result)
    heddle_blocked(kind, object);
  me->waits_on = NULL;
  return result;
}

static void signal_one(const void *object) {
  const struct operation *planned = heddle_operation("signal");
  if (planned && planned->other < 0 && has_waiters(object))
    heddle_diverged("%s wakes nobody in the VM, and somebody waits", me->name);
  if (!planned || planned->other >= 0)
    heddle_wake_one(object, planned ? planned->other : -1);
}

/* --- condition variables --- */

struct condition {
  int state;
};

static void check_condition(const pthread_cond_t *condition) {
  heddle_touch(condition, 4);
  if (((const struct condition *)condition)->state == is_destroyed)
    heddle_misuse("lock-misuse", "use of a destroyed condition variable");
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  (void)attributes;
  heddle_checkpoint(behind);
  heddle_touch(condition, sizeof *condition);
  memset(condition, 0, sizeof *condition);
  return 0;
}
int pthread_cond_destroy(pthread_cond_t *condition) {
  heddle_checkpoint(behind);
  check_condition(condition);
  if (has_waiters(condition))
    heddle_misuse("lock-misuse", "destruction of a condition variable that a thread waits on");
  ((struct condition *)condition)->state = is_destroyed;
  return 0;
}

static int wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, const char *kind) {
  heddle_checkpoint(behind);
  check_condition(condition);
  const int depth = heddle_release(mutex);
  if (me->cancelled && !me->cancel_disabled) {
    ((struct lock *)mutex)->owner = heddle_id(me) + 1;
    ((struct lock *)mutex)->count = depth;
    heddle_cancel_point();
  }
  heddle_operation(kind);
  const int result = wait_on(kind, condition);
  if (result) {
    heddle_operation(kind);
    heddle_checkpoint(behind);
  }
  heddle_take_back(mutex, depth);
  if (me->cancel_wakes) {
    me->cancel_wakes = false;
    heddle_cancel_point();
  }
  return result == ETIMEDOUT ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return wait_condition(condition, mutex, "wait");
}
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  (void)until;
  return wait_condition(condition, mutex, "timed-wait");
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  (void)clock;
  return pthread_cond_timedwait(condition, mutex, until);
}
int pthread_cond_signal(pthread_cond_t *condition) {
  heddle_checkpoint(behind);
  check_condition(condition);
  signal_one(condition);
  return 0;
}
int pthread_cond_broadcast(pthread_cond_t *condition) {
  heddle_checkpoint(behind);
  check_condition(condition);
  heddle_operation("broadcast");
  heddle_wake_all(condition);
  return 0;
}

/* --- what the headers of C++ wait with --- */

static uint64_t value_at(const void *word, size_t size) {
  uint64_t value = 0;
  heddle_touch(word, size);
  memcpy(&value, word, size);
  return value;
}

static int wait_futex(const void *word, size_t size, uint64_t value, const char *kind) {
  heddle_checkpoint(behind);
  heddle_operation(kind);
  heddle_acquires(word);
  if (value_at(word, size) != value)
    return 1;
  const int result = wait_on(kind, word);
  heddle_operation(kind);
  return result == ETIMEDOUT ? 2 : 0;
}

int __heddle_futex_wait(const void *word, size_t size, unsigned long value);
int __heddle_futex_wait(const void *word, size_t size, unsigned long value) {
  return wait_futex(word, size, value, "wait");
}
int __heddle_futex_wait_timed(const void *word, size_t size, unsigned long value);
int __heddle_futex_wait_timed(const void *word, size_t size, unsigned long value) {
  return wait_futex(word, size, value, "timed-wait");
}
void __heddle_futex_notify(const void *word, int all);
void __heddle_futex_notify(const void *word, int all) {
  heddle_checkpoint(behind);
  if (!all)
    return signal_one(word);
  heddle_operation("broadcast");
  heddle_wake_all(word);
}
void __heddle_futex_set(void *word, size_t size, unsigned long value);
void __heddle_futex_set(void *word, size_t size, unsigned long value) {
  heddle_checkpoint(behind);
  heddle_touch(word, size);
  memcpy(word, &value, size);
  heddle_releases(word);
  heddle_operation("broadcast");
  heddle_wake_all(word);
}

/* --- semaphores --- */

struct semaphore {
  int state;
  unsigned value;
};

static struct semaphore *semaphore_at(sem_t *object) {
  struct semaphore *semaphore = (struct semaphore *)object;
  heddle_touch(object, 4);
  if (semaphore->state != is_alive)
    heddle_misuse("lock-misuse", semaphore->state == is_destroyed
                                     ? "use of a destroyed semaphore"
                                     : "use of a semaphore that was never initialised");
  return semaphore;
}

int sem_init(sem_t *object, int shared, unsigned value) {
  (void)shared;
  heddle_checkpoint(behind);
  heddle_touch(object, sizeof *object);
  *(struct semaphore *)object = (struct semaphore){is_alive, value};
  return 0;
}
int sem_destroy(sem_t *object) {
  heddle_checkpoint(behind);
  semaphore_at(object)->state = is_destroyed;
  return 0;
}
int sem_wait(sem_t *object) {
  heddle_checkpoint(behind);
  struct semaphore *semaphore = semaphore_at(object);
  heddle_cancel_point();
  while (!semaphore->value) {
    heddle_blocked("semaphore-wait", semaphore);
    heddle_cancel_point();
  }
  --semaphore->value;
  heddle_acquires(semaphore);
  heddle_operation("semaphore-wait");
  return 0;
}
static int try_semaphore(sem_t *object, const char *kind, int error) {
  heddle_checkpoint(behind);
  struct semaphore *semaphore = semaphore_at(object);
  const struct operation *planned = heddle_operation(kind);
  const bool takes = planned ? planned->result == 0 : semaphore->value > 0;
  if (takes && !semaphore->value)
    heddle_diverged("%s gets a semaphore in the VM that has nothing left", me->name);
  if (!takes)
    errno = error;
  else
    heddle_acquires(semaphore);
  semaphore->value -= takes;
  return takes ? 0 : -1;
}
int sem_trywait(sem_t *object) {
  return try_semaphore(object, "semaphore-try-wait", EAGAIN);
}
int sem_clockwait(sem_t *object, clockid_t clock, const struct timespec *until) {
  (void)clock;
  (void)until;
  heddle_checkpoint(behind);
  semaphore_at(object);
  heddle_cancel_point();
  return try_semaphore(object, "semaphore-timed-wait", ETIMEDOUT);
}
int sem_timedwait(sem_t *object, const struct timespec *until) {
  return sem_clockwait(object, 0, until);
}
int sem_post(sem_t *object) {
  heddle_checkpoint(behind);
  struct semaphore *semaphore = semaphore_at(object);
  if (semaphore->value >= INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  ++semaphore->value;
  heddle_releases(semaphore);
  heddle_operation("semaphore-post");
  return 0;
}
int sem_getvalue(sem_t *object, int *value) {
  heddle_checkpoint(behind);
  *value = (int)semaphore_at(object)->value;
  return 0;
}

/* --- barriers --- */

struct barrier {
  int state;
  unsigned needed, count;
};

int pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attributes,
                         unsigned count) {
  (void)attributes;
  if (!count)
    return EINVAL;
  heddle_checkpoint(behind);
  *(struct barrier *)object = (struct barrier){is_alive, count, 0};
  return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *object) {
  heddle_checkpoint(behind);
  struct barrier *barrier = (struct barrier *)object;
  heddle_touch(object, 4);
  if (barrier->state == is_destroyed)
    heddle_misuse("lock-misuse", "use of a destroyed barrier");
  barrier->state = is_destroyed;
  return 0;
}
int pthread_barrier_wait(pthread_barrier_t *object) {
  heddle_checkpoint(behind);
  struct barrier *barrier = (struct barrier *)object;
  heddle_touch(object, 4);
  if (barrier->state != is_alive)
    heddle_misuse("lock-misuse", "wait at a barrier that is not initialised");
  heddle_operation("barrier-wait");
  heddle_releases(barrier);
  if (++barrier->count == barrier->needed) {
    barrier->count = 0;
    heddle_acquires(barrier);
    heddle_wake_all(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  wait_on("barrier-wait", barrier);
  heddle_acquires(barrier);
  return 0;
}

/* --- once, and static variables of C++ --- */

enum { once_done = 2, once_runs = 5 };

/* An exception may come out of the routine: then it has not been called. */
static void leave_once(pthread_once_t **flag) {
  if (**flag == once_runs)
    **flag = 0;
}

static int run_once(pthread_once_t *flag, void (*routine)(void)) {
  __attribute__((cleanup(leave_once))) pthread_once_t *left = flag;
  *left = once_runs;
  routine();
  *left = once_done;
  return 0;
}

int pthread_once(pthread_once_t *flag, void (*routine)(void)) {
  if (heddle_is_foreign(flag))
    return *flag == once_done ? 0 : run_once(flag, routine);
  heddle_checkpoint(behind);
  heddle_touch(flag, 4);
  while (*flag != 0 && *flag != once_done)
    heddle_blocked("once", flag);
  heddle_operation("once");
  heddle_acquires(flag);
  if (*flag == once_done)
    return 0;
  const int result = run_once(flag, routine);
  heddle_releases(flag);
  return result;
}

/* The first byte is what the program looks at; the owner is kept behind it. */
struct guard {
  unsigned char done, state;
  unsigned short owner;
};

int __cxa_guard_acquire(struct guard *guard);
int __cxa_guard_acquire(struct guard *guard) {
  if (heddle_is_foreign(guard))
    return !guard->done;
  heddle_checkpoint(behind);
  if (guard->state && guard->owner == heddle_id(me))
    heddle_misuse("deadlock", "the initialisation of a static local variable comes to itself");
  while (guard->state)
    heddle_blocked("once", guard);
  heddle_operation("once");
  heddle_acquires(guard);
  if (guard->done)
    return 0;
  guard->state = 1;
  guard->owner = (unsigned short)heddle_id(me);
  return 1;
}
void __cxa_guard_release(struct guard *guard);
void __cxa_guard_release(struct guard *guard) {
  if (!heddle_is_foreign(guard))
    heddle_checkpoint(behind);
  heddle_releases(guard);
  guard->state = 0;
  guard->done = 1;
}
void __cxa_guard_abort(struct guard *guard);
void __cxa_guard_abort(struct guard *guard) {
  guard->state = 0;
}
