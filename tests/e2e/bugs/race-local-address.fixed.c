// RUN: %expect %s
// Main uses the local again only after the join.
// EXPECT: safe
#include <pthread.h>

static void *fill(void *arg) {
  *(int *)arg = 5;
  return NULL;
}

int main(void) {
  pthread_t filler;
  int answer = 0;
  pthread_create(&filler, NULL, fill, &answer);
  pthread_join(filler, NULL);
  answer++;
  return answer == 0;
}
