// workers that begin before the settings are there
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int open;
int settings;
int results[2];

static void enter(void) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
}

static void *left(void *unused) {
  enter();
  results[0] = settings;
  return unused;
}

static void *right(void *unused) {
  enter();
  results[1] = settings;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_mutex_lock(&gate);
  settings = 3;
  open = 1;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&gate);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
