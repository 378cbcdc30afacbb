// a signal that is given before the data is written (lost order in the producer)
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
int frame;
int arrived;
int displayed;

static void *camera(void *unused) {
  pthread_mutex_lock(&lock);
  arrived = 1;
  pthread_cond_signal(&fresh);
  pthread_mutex_unlock(&lock);
  frame = 17;
  return unused;
}

static void *display(void *unused) {
  pthread_mutex_lock(&lock);
  while (!arrived)
    pthread_cond_wait(&fresh, &lock);
  pthread_mutex_unlock(&lock);
  displayed = frame;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, camera, 0);
  pthread_create(&second, 0, display, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
