// a flag that is set before the data it speaks of
#include <pthread.h>

volatile int sent;
int packet;
int received;

static void *transmit(void *unused) {
  sent = 1;
  packet = 77;
  return unused;
}

static void *receive(void *unused) {
  while (!sent)
    ;
  received = packet;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, transmit, 0);
  pthread_create(&second, 0, receive, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
