// RUN: %expect %s
// The copy is made before the other thread starts.
// EXPECT: safe
#include <pthread.h>

struct point {
  int x, y;
};

static struct point place = {1, 2};

static void *move(void *arg) {
  (void)arg;
  place.y = 3;
  return NULL;
}

int main(void) {
  pthread_t mover;
  struct point copy = place;
  pthread_create(&mover, NULL, move, NULL);
  pthread_join(mover, NULL);
  return copy.x - 1;
}
