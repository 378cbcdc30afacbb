/* Whether the earlier access of a race happens before what another thread does: who knows of it.
 * Knowledge goes from thread to thread with releases and acquires, as C11 has them. */
#include "runtime.h"

enum { most_objects = 65536 };

static struct {
  const void *object;
  bool knows;
} objects[most_objects];

static bool *of(const void *object) {
  size_t at = ((uintptr_t)object >> 2) * 0x9e3779b97f4a7c15u >> 48;
  for (size_t i = 0; i < most_objects; ++i, at = (at + 1) % most_objects) {
    if (!objects[at].object)
      objects[at].object = object;
    if (objects[at].object == object)
      return &objects[at].knows;
  }
  heddle_diverged("more than %d objects are synchronised with", most_objects);
}

void heddle_access_done(void) {
  for (int i = 0; i < most_threads; ++i) {
    struct thread *thread = &heddle_threads[i];
    thread->knows = thread->knows_by_fence = thread->may_know = false;
  }
  for (size_t i = 0; i < most_objects; ++i)
    objects[i].knows = false;
  me->knows = true;
}

bool heddle_access_known(const struct thread *thread) {
  return thread->knows;
}

void heddle_releases(const void *object) {
  if (me && me->knows)
    *of(object) = true;
}
void heddle_acquires(const void *object) {
  if (me && *of(object))
    me->knows = true;
}
void heddle_hands_on(const struct thread *from, struct thread *to) {
  to->knows |= from->knows;
}

/* A mark before an atomic operation or a fence. A relaxed store ends what was released there; one
 * that reads as well goes on with it. */
void heddle_mark_order(const struct access *access) {
  if (access->flags & access_fence) {
    if (access->flags & access_acquires)
      me->knows |= me->may_know;
    if (access->flags & access_releases)
      me->knows_by_fence = me->knows;
    return;
  }
  bool *object = of(access->address);
  const bool reads = !(access->flags & access_writes) || access->flags & access_copies;
  if (reads && access->flags & access_acquires)
    me->knows |= *object;
  if (reads)
    me->may_know |= *object;
  if (!(access->flags & access_writes))
    return;
  const bool given = access->flags & access_releases ? me->knows : me->knows_by_fence;
  *object = given || (reads && *object);
}
