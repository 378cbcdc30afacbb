/* Who runs: the baton goes from thread to thread as the plan says. */
#include "runtime.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

struct thread heddle_threads[most_threads];
__thread struct thread *heddle_me;

static size_t stretch;      /* The one that runs. */
static struct access first; /* Of a race: the earlier access, once it is done. */
static bool first_done;

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

/* What is behind an argument of a library call: a text, or the head of an object. */
static size_t reach_of(const char *argument) {
  enum { head = 64, longest = 4096 };
  const size_t length = argument ? strnlen(argument, longest) + 1 : 0;
  return length > head ? length : head;
}

enum { ranges = 6 };

/* The nth range of bytes that is touched; false if there is none. */
static bool range_of(const struct access *access, int nth, const char **from, size_t *size) {
  *from = nth == 0 ? access->address : nth == 1 ? access->source : access->more[nth - 2];
  *size = access->flags & access_call ? reach_of(*from) : access->size;
  return *from != NULL;
}

/* Whether the nth range is written, as far as is known. */
static bool writes(const struct access *access, int nth) {
  return access->flags & access_call || (nth == 0 && access->flags & access_writes);
}

/* Whether both touch the same bytes and one of them writes there. */
static bool conflict(const struct access *a, const struct access *b) {
  for (int i = 0; i < ranges; ++i)
    for (int j = 0; j < ranges; ++j) {
      const char *p, *q;
      size_t n, m;
      if (range_of(a, i, &p, &n) && range_of(b, j, &q, &m) && p < q + m && q < p + n &&
          (writes(a, i) || writes(b, j)))
        return true;
    }
  return false;
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
                    (const void *)access->address, access->size,
                    (const void *)later->access.address, later->access.size);
  if (!both && heddle_access_known(later))
    heddle_diverged("the two accesses are ordered");
  heddle_report("race %d %llu %d %llu %s", heddle_id(later), (unsigned long long)later->marks,
                heddle_id(earlier), (unsigned long long)heddle_plan.expected[1].marks,
                both ? "both" : "one-after-the-other");
  heddle_stopped_here();
  heddle_quit();
}

/* --- the end of the plan: nobody goes on --- */

enum { most_rounds = 2000 };

static void judge_stuck(void) {
  if (heddle_plan.ending == end_state_stuck) {
    for (int i = 0; i < most_threads; ++i)
      if (heddle_threads[i].blocked || heddle_threads[i].spins)
        heddle_report("blocked %d", i);
    heddle_report("state");
    heddle_quit();
  }
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
  if (heddle_plan.ending == end_stuck || heddle_plan.ending == end_state_stuck)
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

/* --- the end of the plan: a state --- */

struct global {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};
extern const struct global __heddle_globals[] __attribute__((weak));

static void tell_state(void) {
  for (const struct global *each = __heddle_globals; each && each->name; ++each) {
    char text[2048] = "";
    for (size_t i = 0; i < each->size && 2 * i + 3 < sizeof text; ++i)
      snprintf(text + 2 * i, 3, "%02x", each->bytes[i]);
    heddle_report("global %s x%s", each->name, text);
  }
  if (heddle_plan.ending == end_state_stuck)
    return;
  heddle_report("state");
  heddle_stopped_here();
  heddle_quit();
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

/* Whether a stretch ends in the midst of what a thread did last, which it has done whole. */
static bool is_within(const struct thread *thread, const struct stretch *until) {
  return until->where == behind && until->marks == thread->marks;
}

/* The stretch is over. Gives the baton to whoever has the next one, if that is another thread. */
static void next_stretch(void) {
  ++stretch;
  if (is_over()) {
    if (heddle_plan.ending == end_race || heddle_plan.ending == end_race_both)
      judge_race();
    if (heddle_plan.ending == end_state || heddle_plan.ending == end_state_stuck)
      tell_state();
    return probe_next();
  }
  struct thread *next = &heddle_threads[heddle_plan.stretches[stretch].thread];
  if (next->ended && (is_within(next, &heddle_plan.stretches[stretch]) ||
                      heddle_plan.stretches[stretch].where == has_ended))
    return next_stretch();
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
  if (until->where != has_ended && !is_within(me, until))
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

static void check_mark(uint32_t mark) {
  if (me->marks <= me->way_count && me->way[me->marks - 1] != mark)
    heddle_report("elsewhere %s %u %u", me->name, mark, me->way[me->marks - 1]);
  else
    return;
  heddle_stopped_here();
  heddle_quit();
}

void __heddle_at(uint32_t mark, const char *address, size_t size, const char *source,
                 unsigned flags, const char *third, const char *fourth, const char *fifth,
                 const char *sixth);
void __heddle_at(uint32_t mark, const char *address, size_t size, const char *source,
                 unsigned flags, const char *third, const char *fourth, const char *fifth,
                 const char *sixth) {
  if (!me)
    return;
  const bool race = heddle_plan.ending == end_race && heddle_plan.expected_count > 1 &&
                    heddle_plan.expected[1].thread == heddle_id(me);
  ++me->marks;
  me->operations = 0;
  me->hash_before = me->hash;
  me->hash = (me->hash ^ (mark + 1)) * 0x100000001b3u;
  me->access = (struct access){address, size, source, {third, fourth, fifth, sixth}, flags};
  check_mark(mark);
  heddle_checkpoint(at_mark);
  if (flags & access_atomic)
    heddle_mark_order(&me->access);
  if (race && me->marks == heddle_plan.expected[1].marks) {
    first = me->access;
    first_done = true;
    heddle_access_done();
  }
}

const struct operation *heddle_planned(void) {
  return me->planned_next < me->planned_count ? &me->planned[me->planned_next] : NULL;
}

const struct operation *heddle_operation(const char *kind) {
  ++me->operations;
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
  __libc_single_threaded = 0; /* Counts of shared_ptr are atomic, as in the VM. */
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
