// RUN: %expect %s
// The pointer is loaded once.
// EXPECT: safe
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
  struct session *mine = atomic_load(&current);
  if (mine)
    seen = mine->user;
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
