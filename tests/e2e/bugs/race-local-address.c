// RUN: %expect %s
// The address of a local is handed to a thread, and main goes on using the
// local.
// EXPECT: data-race
#include <pthread.h>

static void *fill(void *arg) {
  *(int *)arg = 5; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t filler;
  int answer = 0;
  pthread_create(&filler, NULL, fill, &answer);
  answer++; // BUG: data-race
  pthread_join(filler, NULL);
  return answer == 0;
}
