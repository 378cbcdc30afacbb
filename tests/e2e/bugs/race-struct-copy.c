// RUN: %expect %s
// A struct assignment reads both fields while the other thread sets one.
// EXPECT: data-race
#include <pthread.h>

struct point {
  int x, y;
};

static struct point place = {1, 2};

static void *move(void *arg) {
  (void)arg;
  place.y = 3; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t mover;
  pthread_create(&mover, NULL, move, NULL);
  struct point copy = place; // BUG: data-race
  pthread_join(mover, NULL);
  return copy.x - 1;
}
