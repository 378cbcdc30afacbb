// a pool that is torn down while its worker may still use it
#include <pthread.h>

int storage = 4;
int *pool = &storage;
int used;

static void *worker(void *unused) {
  int *mine = pool;
  if (mine)
    used = *mine;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pool = 0;
  return 0;
}
