// RUN: %expect %s
// The pointer is cleared by the other thread between the check and the use.
// EXPECT: null-pointer
#include <pthread.h>
#include <stdatomic.h>

struct session {
  int id;
  int user;
};

static struct session session = {1, 2};
static struct session *_Atomic current = &session;
static int seen;

static void *log_out(void *arg) {
  (void)arg;
  atomic_store(&current, NULL);
  return NULL;
}

static void *who(void *arg) {
  (void)arg;
  if (atomic_load(&current))
    seen = atomic_load(&current)->user; // BUG: null-pointer
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, log_out, NULL);
  pthread_create(&b, NULL, who, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
