// A limit that depends on an input is looked at and then used while another thread raises the
// count: for one value of the input the limit is passed.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static int limit;

static void *count(void *unused) {
  (void)unused;
  if (atomic_load(&counter) < limit)
    atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  limit = heddle_range(1, 4, "limit");
  pthread_t one, two;
  pthread_create(&one, 0, count, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(atomic_load(&counter) <= limit);
  return 0;
}
