// Workers look for a free job, and take it in a critical section of its own: two may take the same.
// The search goes depth first, so it meets that late, after hundreds of operations on the jobs before.
// What is reported is about the first job: one worker finds it, another takes and finishes it, and the
// first one takes it too. However it was met, that is what comes of it.
// RUN: rm -rf %t
// RUN: %exits 1 %heddle check %s --stats --out %t/auto | FileCheck %s --check-prefixes=CHECK,LONG
// RUN: %exits 1 %heddle check %s --stats --strategy pct --seed 3 --out %t/pct | FileCheck %s --check-prefixes=CHECK,LONG
// RUN: %exits 1 %heddle check %s --stats --strategy random --seed 1 --out %t/random | FileCheck %s
// CHECK: error: assertion failed: job->runs == 1 [assertion]
// CHECK: in T2 work
// CHECK: │ main {{ *}}│ T1 work {{ *}}│ T2 work
// CHECK: creates T1
// CHECK: creates T2
// CHECK-NOT: creates T3
// CHECK: ╌╌
// CHECK: reads heap{{.*}}: 0
// CHECK: unlocks queue.mutex
// CHECK: ╌╌
// CHECK: reads heap{{.*}}: 0
// CHECK: … {{[0-9]+}} more operations of T1
// CHECK: queue.done = 1
// CHECK: ╌╌
// CHECK: reads heap{{.*}}: 2
// CHECK-NOT: ╌╌
// CHECK: ✗ assertion
// LONG: events first found {{ *}}6{{[0-9][0-9]$}}
// CHECK: events reported {{ *}}76{{$}}
// RUN: diff -r %t/auto %t/pct && diff -r %t/auto %t/random
// RUN: %exits 1 %heddle replay %t/auto/assertion-late.c-118.heddle --json - | FileCheck %s --check-prefix=JSON
// JSON: "switches": 3
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 3, JOBS = 10, HISTORY = 64 };

enum state { FREE, TAKEN, DONE };

struct job {
  char name[12];
  int size;
  enum state state;
  int runs;
  long result;
};

struct queue {
  pthread_mutex_t mutex;
  struct job *jobs;
  int count;
  int done;
};

struct history {
  pthread_mutex_t mutex;
  int jobs[HISTORY];
  int workers[HISTORY];
  int length;
};

struct worker {
  int number;
  struct queue *queue;
  struct history *history;
  int finished;
};

static void fill(struct queue *queue, int count) {
  pthread_mutex_init(&queue->mutex, NULL);
  queue->jobs = calloc((size_t)count, sizeof *queue->jobs);
  queue->count = count;
  for (int i = 0; i < count; ++i) {
    snprintf(queue->jobs[i].name, sizeof queue->jobs[i].name, "job %d", i);
    queue->jobs[i].size = 2 + i % 3;
  }
}

static int find_free(struct queue *queue) {
  int found = -1;
  pthread_mutex_lock(&queue->mutex);
  for (int i = 0; i < queue->count && found < 0; ++i)
    if (queue->jobs[i].state == FREE)
      found = i;
  pthread_mutex_unlock(&queue->mutex);
  return found;
}

/// By now somebody else may have taken it.
static struct job *claim(struct queue *queue, int index) {
  struct job *job = &queue->jobs[index];
  pthread_mutex_lock(&queue->mutex);
#ifdef FIXED
  if (job->state != FREE) {
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
  }
#endif
  job->state = TAKEN;
  pthread_mutex_unlock(&queue->mutex);
  return job;
}

static long compute(const struct job *job) {
  long value = 0;
  for (int i = 1; i <= job->size; ++i)
    value += i * i;
  return value;
}

static void finish(struct queue *queue, struct job *job, long result) {
  pthread_mutex_lock(&queue->mutex);
  job->result = result;
  job->state = DONE;
  job->runs++;
  queue->done++;
  assert(job->runs == 1);
  pthread_mutex_unlock(&queue->mutex);
}

static void note(struct history *history, int job, int worker) {
  pthread_mutex_lock(&history->mutex);
  if (history->length < HISTORY) {
    history->jobs[history->length] = job;
    history->workers[history->length] = worker;
    history->length++;
  }
  pthread_mutex_unlock(&history->mutex);
}

static void *work(void *argument) {
  struct worker *worker = argument;
  for (int index; (index = find_free(worker->queue)) >= 0;) {
    struct job *job = claim(worker->queue, index);
    if (!job)
      continue;
    note(worker->history, index, worker->number);
    finish(worker->queue, job, compute(job));
    worker->finished++;
  }
  return NULL;
}

int main(void) {
  struct queue queue = {.done = 0};
  struct history history = {.length = 0};
  struct worker workers[WORKERS];
  pthread_t threads[WORKERS];
  int finished = 0;
  pthread_mutex_init(&history.mutex, NULL);
  fill(&queue, JOBS);
  for (int i = 0; i < WORKERS; ++i) {
    workers[i] = (struct worker){i, &queue, &history, 0};
    pthread_create(&threads[i], NULL, work, &workers[i]);
  }
  for (int i = 0; i < WORKERS; ++i) {
    pthread_join(threads[i], NULL);
    finished += workers[i].finished;
  }
  assert(finished == queue.done && queue.done == JOBS);
  for (int i = 0; i < JOBS; ++i)
    printf("%s: %ld\n", queue.jobs[i].name, queue.jobs[i].result);
  free(queue.jobs);
  pthread_mutex_destroy(&history.mutex);
  pthread_mutex_destroy(&queue.mutex);
  return 0;
}
