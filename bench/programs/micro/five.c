// Five threads, main among them: each of the four others stands three calls deep, holds a block of
// the heap and has used a lock. What a full copy of a state is measured on.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Block {
  int values[16];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static atomic_int stage;

static int inner(struct Block *block, int depth) {
  if (depth > 0)
    return inner(block, depth - 1);
  for (int i = 0; i < 16; ++i)
    block->values[i] = i;
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 8; ++i)
    atomic_fetch_add(&stage, block->values[i]);
  return block->values[3];
}

static void *work(void *unused) {
  (void)unused;
  struct Block *block = malloc(sizeof *block);
  inner(block, 2);
  free(block);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
