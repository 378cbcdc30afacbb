// Four producers and three consumers of a buffer; the consumers keep a checksum that no lock
// guards. Each makes its items in memory of its own. Bug: a race and a wrong checksum.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { PRODUCERS = 4, CONSUMERS = 3, SLOTS = 2 };

struct item {
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct item *slots[SLOTS];
static int filled;
static int taken;
static int checksum;

static void *produce(void *number) {
  struct item *item = malloc(sizeof *item);
  item->value = (int)(long)number;
  item->value += 1; // Still nobody else's.
  pthread_mutex_lock(&mutex);
  while (filled == SLOTS)
    pthread_cond_wait(&changed, &mutex);
  slots[filled++] = item;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *consume(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (filled == 0 && taken < PRODUCERS)
      pthread_cond_wait(&changed, &mutex);
    if (filled == 0) {
      pthread_mutex_unlock(&mutex);
      return unused;
    }
    struct item *item = slots[--filled];
    ++taken;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    checksum += item->value;
    free(item);
  }
}

int main(void) {
  pthread_t producers[PRODUCERS], consumers[CONSUMERS];
  for (long i = 0; i < PRODUCERS; ++i)
    pthread_create(&producers[i], 0, produce, (void *)i);
  for (int i = 0; i < CONSUMERS; ++i)
    pthread_create(&consumers[i], 0, consume, 0);
  for (int i = 0; i < PRODUCERS; ++i)
    pthread_join(producers[i], 0);
  for (int i = 0; i < CONSUMERS; ++i)
    pthread_join(consumers[i], 0);
  assert(checksum == 1 + 2 + 3 + 4);
  return 0;
}
