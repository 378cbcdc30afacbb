// RUN: %expect %s
// Two threads use different fields, except for one slip.
// EXPECT: data-race
#include <pthread.h>

static struct {
  int sent;
  int received;
} stats;

static void *send_one(void *arg) {
  (void)arg;
  stats.sent = 1; // BUG: data-race
  return NULL;
}

static void *receive_one(void *arg) {
  (void)arg;
  stats.received = 1;
  stats.sent = 1; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send_one, NULL);
  pthread_create(&b, NULL, receive_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
