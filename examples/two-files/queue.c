#include "queue.h"

void queueInit(struct queue *queue) {
  pthread_mutex_init(&queue->lock, 0);
  pthread_cond_init(&queue->notEmpty, 0);
  queue->first = 0;
  queue->count = 0;
}

int queuePut(struct queue *queue, int job) {
  // The bug: another producer can take the last place between this look and the lock.
  if (queue->count == capacity)
    return 0;
  pthread_mutex_lock(&queue->lock);
  queue->jobs[(queue->first + queue->count) % capacity] = job;
  queue->count++;
  pthread_cond_signal(&queue->notEmpty);
  pthread_mutex_unlock(&queue->lock);
  return 1;
}

int queueTake(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == 0)
    pthread_cond_wait(&queue->notEmpty, &queue->lock);
  const int job = queue->jobs[queue->first];
  queue->first = (queue->first + 1) % capacity;
  queue->count--;
  pthread_mutex_unlock(&queue->lock);
  return job;
}
