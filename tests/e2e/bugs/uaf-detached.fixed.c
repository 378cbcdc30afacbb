// RUN: %expect %s
// The worker owns the job and frees it.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input;
  int output;
};

static void *work(void *arg) {
  struct job *job = arg;
  int input = job->input;
  job->output = input + 1;
  free(job);
  return NULL;
}

int main(void) {
  pthread_t worker;
  struct job *job = malloc(sizeof *job);
  job->input = 1;
  pthread_create(&worker, NULL, work, job);
  pthread_detach(worker);
  return 0;
}
