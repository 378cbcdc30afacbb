// RUN: %expect %s
// Only the thread whose exchange succeeded leads.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int leader;
static atomic_int leaders;

static void *campaign(void *arg) {
  (void)arg;
  int nobody = 0;
  if (atomic_load(&leader) == 0) {
    if (atomic_compare_exchange_strong(&leader, &nobody, 1))
      atomic_fetch_add(&leaders, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, campaign, NULL);
  pthread_create(&b, NULL, campaign, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&leaders) == 1);
  return 0;
}
