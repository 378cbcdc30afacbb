// Two threads push onto a lock-free stack with compare-exchange; nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct Node {
  struct Node *next;
};
static struct Node nodes[2];
static _Atomic(struct Node *) top;

static void *push(void *argument) {
  struct Node *node = &nodes[(intptr_t)argument];
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node->next, node))
    ;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, push, (void *)(intptr_t)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int count = 0;
  for (struct Node *node = atomic_load(&top); node; node = node->next)
    ++count;
  assert(count == 2);
  return 0;
}
