// Locks that are members of a structure.
#include <pthread.h>
struct box {
  pthread_mutex_t a, b;
  int v;
};
static struct box q = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0};
static int x, y;
static void *one(void *u) {
  struct box *g = &q;
  pthread_mutex_lock(&g->a);
  g->v = 1;
  g->v = 2;
  pthread_mutex_unlock(&g->a);
  return u;
}
static void *two(void *u) {
  struct box *g = &q;
  pthread_mutex_lock(&g->a);
  y = g->v;
  pthread_mutex_unlock(&g->a);
  return u;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
