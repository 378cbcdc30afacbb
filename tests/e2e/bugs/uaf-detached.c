// RUN: %expect %s
// Main frees the job and returns while the detached worker still uses it.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input;
  int output;
};

static void *work(void *arg) {
  struct job *job = arg;
  int input = job->input;  // BUG: use-after-free, data-race
  job->output = input + 1; // BUG: use-after-free, data-race
  return NULL;
}

int main(void) {
  pthread_t worker;
  struct job *job = malloc(sizeof *job);
  job->input = 1;
  pthread_create(&worker, NULL, work, job);
  pthread_detach(worker);
  free(job); // BUG: data-race
  return 0;
}
