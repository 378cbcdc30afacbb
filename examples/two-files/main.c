// Two producers and a consumer share a queue: heddle check main.c queue.c
#include "queue.h"

#include <assert.h>

static struct queue queue;

static void *produce(void *start) {
  for (int i = 0; i < 3; i++)
    queuePut(&queue, *(int *)start + i);
  return 0;
}

static void *consume(void *unused) {
  (void)unused;
  queueTake(&queue);
  return 0;
}

int main(void) {
  int low = 1, high = 100;
  pthread_t producers[2], consumer;
  queueInit(&queue);
  pthread_create(&producers[0], 0, produce, &low);
  pthread_create(&producers[1], 0, produce, &high);
  pthread_create(&consumer, 0, consume, 0);
  pthread_join(producers[0], 0);
  pthread_join(producers[1], 0);
  pthread_join(consumer, 0);
  assert(queue.count <= capacity);
  return 0;
}
