/* Mutexes, spinlocks and read-write locks. Their state stands in the objects themselves: memory
 * that is used anew has none, and what is initialised statically is free. */
#define _GNU_SOURCE
#include "runtime.h"

#include "locks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { destroyed = 0x64656164 };

static int self(void) {
  return heddle_id(me) + 1;
}

/* --- mutexes --- */

enum { recursive = 1, error_checking = 2 };

static struct lock *mutex_at(pthread_mutex_t *mutex) {
  struct lock *lock = (struct lock *)mutex;
  heddle_touch(mutex, 4);
  if (lock->state == destroyed)
    heddle_misuse("lock-misuse", "use of a destroyed mutex");
  return lock;
}

static int type_of(const struct lock *lock) {
  return lock->kind & 3;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  struct lock *lock = (struct lock *)mutex;
  int kind = 0;
  heddle_checkpoint(behind);
  heddle_touch(mutex, sizeof *mutex);
  if (attributes)
    pthread_mutexattr_gettype(attributes, &kind);
  memset(mutex, 0, sizeof *mutex);
  lock->kind = kind;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  heddle_checkpoint(behind);
  struct lock *lock = mutex_at(mutex);
  if (lock->owner)
    heddle_misuse("lock-misuse", "destruction of a locked mutex");
  lock->state = destroyed;
  return 0;
}

static void take(struct lock *lock, int depth) {
  lock->owner = self();
  lock->count += depth;
  heddle_acquires(lock);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (heddle_is_foreign(mutex))
    return 0;
  heddle_checkpoint(behind);
  struct lock *lock = mutex_at(mutex);
  if (lock->owner == self() && type_of(lock) == error_checking) {
    heddle_operation("lock");
    return EDEADLK;
  }
  if (lock->owner == self() && type_of(lock) != recursive)
    heddle_misuse("lock-misuse", "relock of a mutex by the thread that holds it");
  while (lock->owner && lock->owner != self())
    heddle_blocked("lock", lock);
  take(lock, 1);
  heddle_operation("lock");
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  heddle_checkpoint(behind);
  struct lock *lock = mutex_at(mutex);
  const bool is_free = !lock->owner || (lock->owner == self() && type_of(lock) == recursive);
  if (is_free)
    take(lock, 1);
  heddle_operation("try-lock");
  return is_free ? 0 : EBUSY;
}

/* Behind the plan's end a lock that is not free is not waited for. */
static bool gives_up(const char *kind, bool is_free) {
  const struct operation *planned = heddle_operation(kind);
  if (planned && !planned->result && !is_free)
    heddle_diverged("%s gets a lock in the VM that is not free", me->name);
  return planned ? planned->result != 0 : !is_free;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  (void)clock;
  (void)until;
  heddle_checkpoint(behind);
  struct lock *lock = mutex_at(mutex);
  const bool mine = lock->owner == self();
  if (mine && type_of(lock) == error_checking) {
    heddle_operation("timed-lock");
    return EDEADLK;
  }
  if (gives_up("timed-lock", !lock->owner || (mine && type_of(lock) == recursive)))
    return ETIMEDOUT;
  take(lock, 1);
  return 0;
}
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
  return pthread_mutex_clocklock(mutex, 0, until);
}

static void check_owner(const struct lock *lock, const char *what) {
  char text[160];
  if (lock->owner == self())
    return;
  strcpy(text, "unlock of a ");
  strcat(text, what);
  strcat(text, " that ");
  strcat(text, lock->owner ? heddle_threads[lock->owner - 1].name : "is not locked");
  strcat(text, lock->owner ? " holds" : "");
  heddle_misuse("lock-misuse", text);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (heddle_is_foreign(mutex))
    return 0;
  heddle_checkpoint(behind);
  struct lock *lock = mutex_at(mutex);
  if (lock->owner != self() && type_of(lock) == error_checking) {
    heddle_operation("unlock");
    return EPERM;
  }
  check_owner(lock, "mutex");
  if (--lock->count == 0)
    lock->owner = 0;
  heddle_releases(lock);
  heddle_operation("unlock");
  return 0;
}

int heddle_release(pthread_mutex_t *mutex) {
  struct lock *lock = mutex_at(mutex);
  if (lock->owner != self())
    heddle_misuse("lock-misuse", "wait on a condition variable without holding the mutex");
  const int depth = lock->count;
  lock->owner = lock->count = 0;
  heddle_releases(lock);
  return depth;
}

void heddle_take_back(pthread_mutex_t *mutex, int depth) {
  struct lock *lock = mutex_at(mutex);
  while (lock->owner)
    heddle_blocked("wait", lock);
  take(lock, depth);
  heddle_operation("lock");
}

/* --- spinlocks: one word, the owner --- */

static volatile int *spin_at(pthread_spinlock_t *lock) {
  heddle_touch((const void *)lock, 4);
  if (*lock == destroyed)
    heddle_misuse("lock-misuse", "use of a destroyed spinlock");
  return lock;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  heddle_checkpoint(behind);
  *lock = 0;
  return 0;
}
int pthread_spin_destroy(pthread_spinlock_t *lock) {
  heddle_checkpoint(behind);
  if (*spin_at(lock))
    heddle_misuse("lock-misuse", "destruction of a locked spinlock");
  *lock = destroyed;
  return 0;
}
int pthread_spin_lock(pthread_spinlock_t *lock) {
  heddle_checkpoint(behind);
  if (*spin_at(lock) == self())
    heddle_misuse("lock-misuse", "relock of a spinlock by the thread that holds it");
  while (*lock)
    heddle_blocked("lock", (const void *)lock);
  *lock = self();
  heddle_acquires((const void *)lock);
  heddle_operation("lock");
  return 0;
}
int pthread_spin_trylock(pthread_spinlock_t *lock) {
  heddle_checkpoint(behind);
  const bool is_free = !*spin_at(lock);
  if (is_free) {
    *lock = self();
    heddle_acquires((const void *)lock);
  }
  heddle_operation("try-lock");
  return is_free ? 0 : EBUSY;
}
int pthread_spin_unlock(pthread_spinlock_t *lock) {
  heddle_checkpoint(behind);
  const struct lock state = {.owner = *spin_at(lock)};
  check_owner(&state, "spinlock");
  *lock = 0;
  heddle_releases((const void *)lock);
  heddle_operation("unlock");
  return 0;
}

/* --- read-write locks --- */

struct rwlock {
  int owner, readers, state;
};

/* How often a thread holds which lock for reading. */
static struct hold {
  const struct rwlock *lock;
  int thread, count;
} holds[1024];

static struct hold *hold_of(const struct rwlock *lock, bool make) {
  struct hold *unused = NULL;
  for (size_t i = 0; i < sizeof holds / sizeof *holds; ++i) {
    if (holds[i].count && holds[i].lock == lock && holds[i].thread == heddle_id(me))
      return &holds[i];
    if (!holds[i].count)
      unused = &holds[i];
  }
  if (make && unused)
    *unused = (struct hold){lock, heddle_id(me), 0};
  return make ? unused : NULL;
}

static struct rwlock *rwlock_at(pthread_rwlock_t *object) {
  struct rwlock *lock = (struct rwlock *)object;
  heddle_touch(object, 4);
  if (lock->state == destroyed)
    heddle_misuse("lock-misuse", "use of a destroyed read-write lock");
  return lock;
}

int pthread_rwlock_init(pthread_rwlock_t *object, const pthread_rwlockattr_t *attributes) {
  (void)attributes;
  heddle_checkpoint(behind);
  heddle_touch(object, sizeof *object);
  memset(object, 0, sizeof *object);
  return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *object) {
  heddle_checkpoint(behind);
  struct rwlock *lock = rwlock_at(object);
  if (lock->owner || lock->readers)
    heddle_misuse("lock-misuse", "destruction of a locked read-write lock");
  lock->state = destroyed;
  return 0;
}

static bool can_take(const struct rwlock *lock, bool writes) {
  return !lock->owner && (!writes || !lock->readers);
}

/* Readers are not ordered among themselves: what they release, only a writer acquires. */
static const void *by_readers(const struct rwlock *lock) {
  return &lock->readers;
}

static void take_rwlock(struct rwlock *lock, bool writes) {
  heddle_acquires(lock);
  if (writes) {
    heddle_acquires(by_readers(lock));
    lock->owner = self();
    return;
  }
  struct hold *hold = hold_of(lock, true);
  if (!hold)
    heddle_diverged("too many read-write locks");
  ++hold->count;
  ++lock->readers;
}

static int wait_rwlock(pthread_rwlock_t *object, bool writes) {
  heddle_checkpoint(behind);
  struct rwlock *lock = rwlock_at(object);
  if (lock->owner == self())
    heddle_misuse("lock-misuse",
                  "relock of a read-write lock by the thread that holds it for writing");
  while (!can_take(lock, writes))
    heddle_blocked(writes ? "write-lock" : "read-lock", lock);
  take_rwlock(lock, writes);
  heddle_operation(writes ? "write-lock" : "read-lock");
  return 0;
}
static int try_rwlock(pthread_rwlock_t *object, bool writes) {
  heddle_checkpoint(behind);
  struct rwlock *lock = rwlock_at(object);
  const bool takes = can_take(lock, writes);
  if (takes)
    take_rwlock(lock, writes);
  heddle_operation(writes ? "try-write-lock" : "try-read-lock");
  return takes ? 0 : EBUSY;
}
static int timed_rwlock(pthread_rwlock_t *object, bool writes) {
  heddle_checkpoint(behind);
  struct rwlock *lock = rwlock_at(object);
  const bool mine = lock->owner == self();
  if (gives_up(writes ? "timed-write-lock" : "timed-read-lock", can_take(lock, writes)))
    return mine ? EDEADLK : ETIMEDOUT;
  take_rwlock(lock, writes);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return wait_rwlock(lock, false);
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return wait_rwlock(lock, true);
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return try_rwlock(lock, false);
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return try_rwlock(lock, true);
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  (void)until;
  return timed_rwlock(lock, false);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  (void)until;
  return timed_rwlock(lock, true);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  (void)clock;
  return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  (void)clock;
  return pthread_rwlock_timedwrlock(lock, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *object) {
  heddle_checkpoint(behind);
  struct rwlock *lock = rwlock_at(object);
  struct hold *hold = hold_of(lock, false);
  if (lock->owner == self()) {
    lock->owner = 0;
    heddle_releases(lock);
  } else if (hold) {
    --hold->count;
    --lock->readers;
    heddle_releases(by_readers(lock));
  } else {
    heddle_misuse("lock-misuse", "unlock of a read-write lock that this thread does not hold");
  }
  heddle_operation("rw-unlock");
  return 0;
}
