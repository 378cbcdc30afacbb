// a caller that reads the reply although nobody has signalled it
#include <pthread.h>

pthread_mutex_t wire = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
int reply;
int done;

static void *server(void *unused) {
  pthread_mutex_lock(&wire);
  reply = 200;
  done = 1;
  pthread_cond_signal(&answered);
  pthread_mutex_unlock(&wire);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  pthread_mutex_lock(&wire);
  while (!done)
    pthread_cond_wait(&answered, &wire);
  int code = reply;
  pthread_mutex_unlock(&wire);
  pthread_join(thread, 0);
  return code != 200;
}
