// errno belongs to each thread.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int at_start, at_end;

static void *work(void *unused) {
  (void)unused;
  at_start = errno;
  strtol("99999999999999999999", NULL, 10);
  at_end = errno;
  return NULL;
}

int main(void) {
  errno = EINVAL;
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  printf("%d %d %d\n", at_start, at_end == ERANGE, errno == EINVAL);
  return 0;
}
