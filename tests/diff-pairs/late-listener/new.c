// a wait that is skipped when the listener comes late (if around the wait, no flag set)
#include <pthread.h>

pthread_mutex_t radio = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t tuned = PTHREAD_COND_INITIALIZER;
int song;
int on;
int heard;

static void *sender(void *unused) {
  pthread_mutex_lock(&radio);
  song = 9;
  on = 1;
  pthread_cond_signal(&tuned);
  pthread_mutex_unlock(&radio);
  return unused;
}

static void *listener(void *unused) {
  pthread_mutex_lock(&radio);
  if (on)
    pthread_cond_wait(&tuned, &radio);
  heard = song;
  pthread_mutex_unlock(&radio);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sender, 0);
  pthread_create(&second, 0, listener, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
