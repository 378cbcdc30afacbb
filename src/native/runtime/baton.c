/* Who runs: the baton goes from thread to thread as the plan says. */
#include "runtime.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct thread heddle_threads[most_threads];
__thread struct thread *heddle_me;

static size_t stretch;      /* The one that runs. */
static struct access first; /* Of a race: the earlier access, once it is done, */
static bool first_done;
static unsigned orders_after; /* and what its thread did since then that may order it. */

int heddle_id(const struct thread *thread) {
  return (int)(thread - heddle_threads);
}

/* --- sleeping and waking --- */

void heddle_sleep(void) {
  while (!__atomic_exchange_n(&me->baton, 0, __ATOMIC_ACQUIRE))
    syscall(SYS_futex, &me->baton, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void wake(struct thread *thread) {
  __atomic_store_n(&thread->baton, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &thread->baton, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* --- the end of the plan: a race --- */

/* Text that a library call reads or writes ends somewhere. */
static size_t size_of(const struct access *access) {
  if (!(access->flags & access_call))
    return access->size;
  size_t size = access->address ? strnlen(access->address, 4096) : 0;
  const size_t other = access->source ? strnlen(access->source, 4096) : 0;
  return (size > other ? size : other) + 1;
}

static bool overlap(const char *a, size_t n, const char *b, size_t m) {
  return a && b && a < b + m && b < a + n;
}

/* Whether both touch the same bytes and one of them writes there. */
static bool conflict(const struct access *a, const struct access *b) {
  const size_t n = size_of(a);
  const size_t m = size_of(b);
  const bool write = ((a->flags | b->flags) & (access_writes | access_call)) != 0;
  return (write && overlap(a->address, n, b->address, m)) ||
         ((a->flags & access_writes || a->flags & access_call) &&
          overlap(a->address, n, b->source, m)) ||
         ((b->flags & access_writes || b->flags & access_call) &&
          overlap(a->source, n, b->address, m));
}

static void judge_race(void) {
  const struct thread *later = &heddle_threads[heddle_plan.expected[0].thread];
  const struct thread *earlier = &heddle_threads[heddle_plan.expected[1].thread];
  const bool both = heddle_plan.ending == end_race_both;
  const struct access *access = both ? &earlier->access : &first;
  if (later->marks != heddle_plan.expected[0].marks)
    heddle_diverged("%s does not stand at its access", later->name);
  if (both ? earlier->marks != heddle_plan.expected[1].marks : !first_done)
    heddle_diverged("%s did not come to its access", earlier->name);
  if (!conflict(access, &later->access))
    heddle_diverged("the two accesses are not to the same bytes: %p, %zu bytes, and %p, %zu bytes",
                    (const void *)access->address, size_of(access),
                    (const void *)later->access.address, size_of(&later->access));
  if (!both && orders_after)
    heddle_diverged("%s has synchronised since its access", earlier->name);
  heddle_report("race %d %llu %d %llu %s", heddle_id(later), (unsigned long long)later->marks,
                heddle_id(earlier), (unsigned long long)heddle_plan.expected[1].marks,
                both ? "both" : "one-after-the-other");
  heddle_stopped_here();
  heddle_quit();
}

/* --- the end of the plan: nobody goes on --- */

enum { most_rounds = 2000 };

static void judge_stuck(void) {
  for (int i = 0; i < most_threads; ++i) {
    const struct thread *thread = &heddle_threads[i];
    if (!thread->exists || (!thread->probed && !thread->ended && !thread->stands))
      continue;
    const char *state = thread->ended     ? "ended"
                        : thread->stands  ? "stands"
                        : thread->blocked ? thread->blocked
                        : thread->spins   ? "spins"
                                          : "free";
    heddle_report("state %d %llu %s %p", i, (unsigned long long)thread->marks, state,
                  thread->blocked_at);
  }
  heddle_report("stuck");
  heddle_stopped_here();
  heddle_quit();
}

static bool is_probed(const struct thread *thread) {
  if (!thread->exists || thread->ended || thread->stands || thread->probed)
    return false;
  if (heddle_plan.ending == end_stuck)
    return true;
  for (size_t i = 0; i < heddle_plan.expected_count; ++i)
    if (heddle_plan.expected[i].thread == heddle_id(thread))
      return true;
  return false;
}

/* All have come where the plan leads. Each of them now tries to go on, by itself. */
static void probe_next(void) {
  for (int i = 0; i < most_threads; ++i) {
    struct thread *thread = &heddle_threads[i];
    if (!is_probed(thread))
      continue;
    thread->probed = true;
    thread->probed_from = thread->marks;
    if (thread == me)
      return;
    wake(thread);
    if (!me->ended)
      heddle_sleep();
    return;
  }
  judge_stuck();
}

/* --- giving the baton away --- */

static bool is_over(void) {
  return stretch >= heddle_plan.count;
}

static bool is_open(void) {
  return heddle_plan.ending == end_fails && stretch + 1 == heddle_plan.count;
}

static bool reached(const struct stretch *until, enum where where) {
  if (until->where == has_ended)
    return false;
  if (me->marks != until->marks)
    return me->marks > until->marks;
  if (me->operations != until->operations)
    return me->operations > until->operations;
  return where >= until->where;
}

static void check_way(const struct stretch *until) {
  const uint64_t hash = me->marks > until->marks ? me->hash_before : me->hash;
  if (until->hash && hash != until->hash)
    heddle_diverged("%s has gone another way than in the VM", me->name);
}

/* The stretch is over. Gives the baton to whoever has the next one, if that is another thread. */
static void next_stretch(void) {
  ++stretch;
  if (is_over()) {
    if (heddle_plan.ending == end_race || heddle_plan.ending == end_race_both)
      judge_race();
    return probe_next();
  }
  struct thread *next = &heddle_threads[heddle_plan.stretches[stretch].thread];
  if (next == me)
    return;
  if (!next->exists)
    heddle_diverged("%s does not exist yet", next->name);
  if (next->ended || next->stands)
    heddle_diverged("%s has ended already", next->name);
  wake(next);
  if (!me->ended)
    heddle_sleep();
}

static void check_last(void) {
  if (is_open() && me->marks > heddle_plan.expected[0].marks)
    heddle_diverged("%s goes past the place without failing", me->name);
}

void heddle_checkpoint(enum where where) {
  if (!me)
    return;
  if (is_over()) {
    if (me->marks <= me->probed_from + most_rounds)
      return;
    me->spins = true;
    return probe_next();
  }
  check_last();
  while (!is_over() && !is_open() && reached(&heddle_plan.stretches[stretch], where)) {
    check_way(&heddle_plan.stretches[stretch]);
    next_stretch();
  }
}

bool heddle_is_last(void) {
  return is_open() && heddle_plan.stretches[stretch].thread == heddle_id(me);
}

void heddle_blocked(const char *kind, const void *object) {
  if (!is_over())
    heddle_diverged("%s is blocked (%s), which it is not in the VM", me->name, kind);
  me->blocked = kind;
  me->blocked_at = object;
  probe_next();
  me->blocked = NULL;
}

void heddle_ended(void) {
  me->ended = true;
  if (is_over())
    return probe_next();
  if (is_open())
    heddle_diverged("%s has ended without failing", me->name);
  const struct stretch *until = &heddle_plan.stretches[stretch];
  if (until->where != has_ended)
    heddle_diverged("%s has ended, which it has not in the VM", me->name);
  check_way(until);
  next_stretch();
}

void heddle_stand(void) {
  me->stands = true;
  if (is_over()) {
    probe_next();
  } else if (is_open()) {
    heddle_diverged("%s has come to an end without failing", me->name);
  } else {
    check_way(&heddle_plan.stretches[stretch]);
    next_stretch();
  }
  for (;;)
    heddle_sleep();
}

/* --- marks and operations --- */

void __heddle_at(uint32_t mark, const char *address, size_t size, const char *source,
                 unsigned flags);
void __heddle_at(uint32_t mark, const char *address, size_t size, const char *source,
                 unsigned flags) {
  if (!me)
    return;
  const bool race = heddle_plan.ending == end_race && heddle_plan.expected_count > 1 &&
                    heddle_plan.expected[1].thread == heddle_id(me);
  ++me->marks;
  me->operations = 0;
  me->hash_before = me->hash;
  me->hash = (me->hash ^ (mark + 1)) * 0x100000001b3u;
  me->access = (struct access){address, size, source, flags};
  heddle_checkpoint(at_mark);
  if (race && me->marks == heddle_plan.expected[1].marks) {
    first = me->access;
    first_done = true;
    orders_after = 0;
  } else if (race && flags & access_atomic) {
    ++orders_after;
  }
}

const struct operation *heddle_planned(void) {
  return me->planned_next < me->planned_count ? &me->planned[me->planned_next] : NULL;
}

const struct operation *heddle_operation(const char *kind) {
  ++me->operations;
  if (heddle_plan.expected_count > 1 && heddle_plan.expected[1].thread == heddle_id(me))
    ++orders_after;
  const struct operation *planned = heddle_planned();
  if (!planned)
    return NULL;
  if (strcmp(planned->kind, kind))
    heddle_diverged("%s does another operation than in the VM: %s, not %s", me->name, kind,
                    planned->kind);
  ++me->planned_next;
  return planned;
}

/* --- the main thread --- */

static void stand_at_exit(void) {
  if (me)
    heddle_stand();
}

__attribute__((constructor(102))) static void begin(void) {
  heddle_read_plan(getenv("HEDDLE_PLAN"));
  /* What is registered first is called last. */
  atexit(stand_at_exit);
  at_quick_exit(stand_at_exit);
  me = &heddle_threads[0];
  me->exists = true;
  me->handle = pthread_self();
  strcpy(me->name, "main");
  heddle_watch_end();
}

int __heddle_entry(int, char **);
int main(int argc, char **argv) {
  exit(__heddle_entry(argc, argv));
}
