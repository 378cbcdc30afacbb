// RUN: %expect %s
// Main waits until the logger has written.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int log_open = 1;
static sem_t written;

static void *log_line(void *arg) {
  (void)arg;
  if (!atomic_load(&log_open))
    abort();
  sem_post(&written);
  return NULL;
}

int main(void) {
  pthread_t logger;
  sem_init(&written, 0, 0);
  pthread_create(&logger, NULL, log_line, NULL);
  pthread_detach(logger);
  sem_wait(&written);
  atomic_store(&log_open, 0);
  return 0;
}
