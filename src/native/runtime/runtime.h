/* The runtime of a native replay. It is linked to the program under test and lets its threads run
 * one at a time, by a plan: only who has the baton runs. It does the synchronisation calls itself,
 * so it knows who is blocked and why. Only futexes are used to wait. */
#ifndef HEDDLE_NATIVE_RUNTIME_H
#define HEDDLE_NATIVE_RUNTIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { most_threads = 256 };

/* As in native/plan.h. */
enum where { at_mark, behind, has_ended };

/* What a thread is about to touch, by its last mark. */
struct access {
  const char *address;
  size_t size;
  const char *source;  /* Of a copy, with the same size; or the second argument of a call, */
  const char *more[4]; /* and the next ones. */
  unsigned flags;
};
enum {
  access_writes = 1,
  access_copies = 2,
  access_atomic = 4,
  access_call = 8,
  access_acquires = 16,
  access_releases = 32,
  access_fence = 64,
};

struct operation {
  char kind[24];
  long result;
  int other;
};

struct thread {
  bool exists, ended, stands, detached, joined, cancelled, cancel_disabled, cancel_wakes;
  char name[64];
  int children;
  pthread_t handle;
  uint32_t baton; /* A futex: 1 when it is its turn. */

  uint64_t marks, hash, hash_before;
  uint32_t operations;
  struct access access;

  struct operation *planned;
  size_t planned_count, planned_next;
  uint32_t *way; /* The marks it is to come by. */
  size_t way_count;
  uint32_t *choices;
  size_t choices_count, choices_next;

  bool knows, knows_by_fence, may_know; /* Of the earlier access of a race. */

  const void *waits_on; /* A condition variable or the word of a futex. */
  bool woken;
  uint64_t ticket;
  const char *blocked; /* At what kind of operation; null if it is not. */
  const void *blocked_at;
  bool spins, probed;
  uint64_t probed_from;
  int clock_calls;
  int exit_rounds;

  void *(*start)(void *);
  void *argument;
  void *result;
};

extern struct thread heddle_threads[most_threads];
extern __thread struct thread *heddle_me;
#define me heddle_me

/* --- the baton (baton.c) --- */
int heddle_id(const struct thread *thread);
/* A place where the thread may have to give the baton away: before an operation. */
void heddle_checkpoint(enum where where);
/* An operation of this kind happens: what the plan says of it, or null behind the plan's end. */
const struct operation *heddle_operation(const char *kind);
/* The next one that is planned, or null. */
const struct operation *heddle_planned(void);
/* The thread cannot go on: called until it can. */
void heddle_blocked(const char *kind, const void *object);
/* The running thread has ended, or never goes on: the next one does. */
void heddle_ended(void);
void heddle_stand(void) __attribute__((noreturn));
void heddle_sleep(void);
bool heddle_is_last(void); /* Whether the plan expects that the running thread fails now. */

/* --- what is told (report.c) --- */
void heddle_report(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Where a debugger stops. */
void heddle_stopped_here(void);
void heddle_quit(void) __attribute__((noreturn));
/* The run is not the one of the plan. */
void heddle_diverged(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* The running thread fails. It comes back only if that is what the plan ends with. */
void heddle_failed(const char *kind, const char *text);
/* The same for misuse of something, which ends the process. */
void heddle_misuse(const char *kind, const char *text) __attribute__((noreturn));
/* Has ASan look at an object that is given to a synchronisation call. */
void heddle_touch(const void *object, size_t size);

/* --- what orders the earlier access of a race before others (order.c) --- */
void heddle_access_done(void); /* The running thread has done it. */
bool heddle_access_known(const struct thread *thread);
void heddle_mark_order(const struct access *access);
void heddle_releases(const void *object);
void heddle_acquires(const void *object);
void heddle_hands_on(const struct thread *from, struct thread *to);

/* --- plan.c --- */
struct stretch {
  int thread;
  uint64_t marks;
  uint32_t operations;
  enum where where;
  uint64_t hash;
};
struct expected {
  int thread;
  uint64_t marks;
};
enum ending { end_fails, end_race, end_race_both, end_stuck, end_ring, end_state, end_state_stuck };
struct input {
  char *name;
  unsigned char *bytes;
  size_t size;
  bool used;
};
struct plan {
  enum ending ending;
  struct stretch *stretches;
  size_t count;
  struct expected expected[most_threads];
  size_t expected_count;
  struct input *inputs;
  size_t input_count;
};
extern struct plan heddle_plan;
void heddle_read_plan(const char *path);

/* --- shared by the synchronisation calls --- */
/* Has the end of the running thread noticed. */
void heddle_watch_end(void);
void heddle_cancel_point(void);
struct thread *heddle_thread_of(pthread_t handle);
/* Whether an object belongs to a library, which has what it needs to itself: only one thread runs.
 */
bool heddle_is_foreign(const void *object);
void heddle_wake_one(const void *object, int which);
void heddle_wake_all(const void *object);

#endif
