// a mode that changes between two looks at it
#include <pthread.h>

pthread_mutex_t modes = PTHREAD_MUTEX_INITIALIZER;
int mode = 1;
int begun;
int ended;

static void *session(void *unused) {
  begun = mode;
  ended = mode;
  return unused;
}

static void *operator(void *unused) {
  pthread_mutex_lock(&modes);
  mode = 2;
  pthread_mutex_unlock(&modes);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, session, 0);
  pthread_create(&second, 0, operator, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
