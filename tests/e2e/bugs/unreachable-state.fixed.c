// RUN: %expect %s
// The state goes from idle to done in one step.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

enum { IDLE, BUSY, DONE };

static atomic_int state = IDLE;
static atomic_int shown;

static void *run(void *arg) {
  (void)arg;
  atomic_store(&state, DONE);
  return NULL;
}

static void *show(void *arg) {
  (void)arg;
  switch (atomic_load(&state)) {
  case IDLE:
    atomic_store(&shown, 1);
    break;
  case DONE:
    atomic_store(&shown, 2);
    break;
  default:
    __builtin_unreachable();
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
