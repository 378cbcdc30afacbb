// a status that is busy only inside a critical section, read without the lock
#include <pthread.h>

enum { IDLE, BUSY };

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int status = IDLE;
int work;
int shown;

static void *device(void *unused) {
  pthread_mutex_lock(&gate);
  status = BUSY;
  work = work + 1;
  status = IDLE;
  pthread_mutex_unlock(&gate);
  return unused;
}

static void *panel(void *unused) {
  shown = status;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, device, 0);
  pthread_create(&second, 0, panel, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
