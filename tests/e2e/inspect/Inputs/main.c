#include <pthread.h>

extern int total;
void *add(void *);

static int helper(void) { return 1; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  total += helper();
  return pthread_join(thread, 0);
}
