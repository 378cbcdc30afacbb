// A bounded queue of jobs for several producers and one consumer.
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>

enum { capacity = 4 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t notEmpty;
  int jobs[capacity];
  int first;
  int count;
};

void queueInit(struct queue *queue);
int queuePut(struct queue *queue, int job); // 0 if the queue is full.
int queueTake(struct queue *queue);

#endif
