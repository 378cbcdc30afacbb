// RUN: %expect %s
// A memcpy reads the record while another thread writes one field of it.
// EXPECT: data-race
#include <pthread.h>
#include <string.h>

struct record {
  int id;
  int size;
};

static struct record live = {1, 10};
static struct record copy;

static void *snapshot(void *arg) {
  (void)arg;
  memcpy(&copy, &live, sizeof live); // BUG: data-race
  return NULL;
}

static void *grow(void *arg) {
  (void)arg;
  live.size = 20; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, snapshot, NULL);
  pthread_create(&b, NULL, grow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
