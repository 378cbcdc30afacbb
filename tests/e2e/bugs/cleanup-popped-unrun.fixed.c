// RUN: %expect %s
// The handler is run when it is popped.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int quit;

static void give_back(void *arg) {
  (void)arg;
  atomic_fetch_sub(&taken, 1);
}

static void *visit(void *arg) {
  (void)arg;
  atomic_fetch_add(&taken, 1);
  pthread_cleanup_push(give_back, NULL);
  if (atomic_load(&quit))
    pthread_exit(NULL);
  pthread_cleanup_pop(1);
  return NULL;
}

static void *ask_to_quit(void *arg) {
  (void)arg;
  atomic_store(&quit, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, ask_to_quit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&taken) == 0);
  return 0;
}
