// RUN: %expect %s
// A version in the upper half of the head makes the late exchange fail.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Slots 0 and 1 form the list 0 -> 1 -> end (7).
static atomic_int next[2] = {1, 7};
static atomic_int head;
static atomic_int owned[2];

// The low eight bits are the index, the rest counts the changes.
static int pop(void) {
  int top = atomic_load(&head);
  int index = top & 255;
  if (index == 7)
    return 7;
  int rest = atomic_load(&next[index]) + (top & ~255) + 256;
  return atomic_compare_exchange_strong(&head, &top, rest) ? index : 7;
}

static void *take_one(void *arg) {
  (void)arg;
  int slot = pop();
  if (slot != 7)
    assert(atomic_exchange(&owned[slot], 1) == 0);
  return NULL;
}

static void *take_two_return_one(void *arg) {
  (void)arg;
  int first = pop();
  int second = pop();
  if (second != 7)
    assert(atomic_exchange(&owned[second], 1) == 0);
  if (first != 0)
    return NULL;
  int top = atomic_load(&head);
  atomic_store(&next[0], top & 255);
  atomic_compare_exchange_strong(&head, &top, (top & ~255) + 256);
  int again = pop();
  if (again != 7)
    assert(atomic_exchange(&owned[again], 1) == 0);
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
