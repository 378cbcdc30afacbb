// RUN: %expect %s
// Each way through unlocks once.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t spin;
static atomic_int flag;

static void *set(void *arg) {
  (void)arg;
  atomic_store(&flag, 1);
  return NULL;
}

static void *work(void *arg) {
  (void)arg;
  pthread_spin_lock(&spin);
  (void)atomic_load(&flag);
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, set, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_spin_destroy(&spin);
  return 0;
}
