// Runs for ages: how, is chosen by a macro.
#include <pthread.h>
#include <stdlib.h>

static unsigned counter;
static unsigned long result;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#ifdef PRIVATE
// One step that does not come to its end.
static void work(void) {
  unsigned long x = 1;
  for (unsigned long i = 0; i < 1UL << 60; ++i)
    x = x * 3 + i;
  pthread_mutex_lock(&lock);
  result = x;
  pthread_mutex_unlock(&lock);
}
#elif defined(MEMORY)
// Each round keeps more.
struct link {
  struct link *next;
  char content[1 << 16];
};
static struct link *chain;
static void work(void) {
  for (unsigned i = 0; i < 1U << 30; ++i) {
    struct link *one = malloc(sizeof *one);
    for (unsigned k = 0; k < sizeof one->content; k += 64)
      one->content[k] = (char)i;
    pthread_mutex_lock(&lock);
    one->next = chain;
    chain = one;
    pthread_mutex_unlock(&lock);
  }
}
#else
// Few operations, very many orders of them, very many states.
static unsigned order[4096];
static void work(void) {
  for (unsigned i = 0; i < 60; ++i) {
    pthread_mutex_lock(&lock);
    order[counter++] = (unsigned)pthread_self();
    pthread_mutex_unlock(&lock);
  }
}
#endif

static void *run(void *unused) {
#ifdef RACE
  ++result;
#endif
  work();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, run, 0);
#ifdef RACE
  ++result;
#endif
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return (int)(counter + result);
}
