// RUN: %expect %s
// A detached logger runs after main has closed the log, and aborts; main does
// not wait for it.
// EXPECT: abort
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int log_open = 1;

static void *log_line(void *arg) {
  (void)arg;
  if (!atomic_load(&log_open))
    abort(); // BUG: abort
  return NULL;
}

int main(void) {
  pthread_t logger;
  pthread_create(&logger, NULL, log_line, NULL);
  pthread_detach(logger);
  atomic_store(&log_open, 0);
  return 0;
}
