// What a thread allocates for itself conflicts with nobody (figure 4.14 of the thesis on value
// schedules); nor does an object that is only used under its own lock, whichever it is.
#include <pthread.h>
#include <stdlib.h>

struct object {
  int val;
  pthread_mutex_t lock;
};
static struct object *shared[2];

static void set(struct object *object) {
  object->val = 2; // line 13
}

static void add(struct object *object) {
  pthread_mutex_lock(&object->lock);
  object->val++;
  pthread_mutex_unlock(&object->lock);
}

static void *run(void *which) {
  struct object *own = malloc(sizeof *own);
  set(own);
  free(own);
  add(shared[*(int *)which]);
  return 0;
}

int main(void) {
  static int zero = 0;
  static int one = 1;
  pthread_t a;
  pthread_t b;
  for (int i = 0; i < 2; ++i) {
    shared[i] = malloc(sizeof *shared[i]);
    shared[i]->val = 0;
    pthread_mutex_init(&shared[i]->lock, 0);
  }
  pthread_create(&a, 0, run, &zero);
  pthread_create(&b, 0, run, &one);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// RUN: %exits 0 %heddle pairs %s | FileCheck %s
// CHECK: pairs: 0 RW (0 unprotected), 1 MM

// Without the filters they show.
// RUN: %exits 1 %heddle pairs %s --no-escape | FileCheck %s --check-prefix=ESCAPE
// ESCAPE: RW {{.*}}:13:
// RUN: %exits 1 %heddle pairs %s --no-disjoint | FileCheck %s --check-prefix=DISJOINT
// DISJOINT: object->val: 3 pairs, 3 unprotected
