// a thread that is created before what it needs is set up
#include <pthread.h>

int port;
int bound;

static void *serve(void *unused) {
  bound = port;
  return unused;
}

int main(void) {
  pthread_t thread;
  port = 8080;
  pthread_create(&thread, 0, serve, 0);
  pthread_join(thread, 0);
  return 0;
}
