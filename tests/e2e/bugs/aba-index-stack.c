// RUN: %expect %s
// A lock-free free list of indices without a tag: the head goes 0, 1, 0 while a
// pop is under way, and its exchange puts a slot that is in use back on the
// list.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Slots 0 and 1 form the list 0 -> 1 -> end (7).
static atomic_int next[2] = {1, 7};
static atomic_int head;
static atomic_int owned[2];

static int pop(void) {
  int top = atomic_load(&head);
  if (top == 7)
    return 7;
  int rest = atomic_load(&next[top]);
  return atomic_compare_exchange_strong(&head, &top, rest) ? top : 7;
}

static void *take_one(void *arg) {
  (void)arg;
  int slot = pop();
  if (slot != 7)
    assert(atomic_exchange(&owned[slot], 1) == 0); // BUG: assertion
  return NULL;
}

static void *take_two_return_one(void *arg) {
  (void)arg;
  int first = pop();
  int second = pop();
  if (second != 7)
    assert(atomic_exchange(&owned[second], 1) == 0); // BUG: assertion
  if (first != 0)
    return NULL;
  int top = atomic_load(&head);
  atomic_store(&next[0], top);
  atomic_compare_exchange_strong(&head, &top, 0);
  int again = pop();
  if (again != 7)
    assert(atomic_exchange(&owned[again], 1) == 0); // BUG: assertion
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take_one, NULL);
  pthread_create(&b, NULL, take_two_return_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
