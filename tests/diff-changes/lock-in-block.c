// Locks in blocks of the heap, of which there are two.
#include <pthread.h>
#include <stdlib.h>
struct box {
  pthread_mutex_t a;
  int v;
};
static struct box *q[2];
static int x, y;
static void *one(void *u) {
  struct box *g = q[0];
  pthread_mutex_lock(&g->a);
  g->v = 1;
  g->v = 2;
  pthread_mutex_unlock(&g->a);
  return u;
}
static void *two(void *u) {
  struct box *g = q[0];
  pthread_mutex_lock(&g->a);
  y = g->v;
  pthread_mutex_unlock(&g->a);
  return u;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 2; i++) {
    q[i] = malloc(sizeof **q);
    q[i]->v = 0;
    pthread_mutex_init(&q[i]->a, 0);
  }
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
