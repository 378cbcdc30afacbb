// One thread goes through three stages while another one looks twice. With -DBUG one input and one
// order are forbidden: the first two stages are seen one after the other, and a number fits.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned stage;
static unsigned number;

static void go_to(unsigned next) {
  pthread_mutex_lock(&lock);
  stage = next;
  pthread_mutex_unlock(&lock);
}

static unsigned look(void) {
  pthread_mutex_lock(&lock);
  unsigned seen = stage;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void *go(void *unused) {
  for (unsigned next = 1; next <= 3; ++next)
    go_to(next);
  return unused;
}

static void *watch(void *unused) {
  unsigned first = look();
  unsigned second = look();
#ifdef BUG
  unsigned wanted = 12346u;
#else
  unsigned wanted = 12347u; // Three does not divide one less.
#endif
  if (first == 1 && second == 2 && number < 1000000u)
    assert(number * 3u + 1u != wanted);
  return unused;
}

int main(void) {
  number = heddle_uint("number");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, go, 0);
  pthread_create(&threads[1], 0, watch, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
