// N threads each want a block for their file: under the mutex of the file they go through the
// blocks, each under its own mutex, from a place of their own on. No block is given twice. With
// -DBUG the mutex of a block is let go between the look and the taking.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#define FILES (N - 1) // The last two threads share one.
#define BLOCKS N

static pthread_mutex_t file_locks[FILES];
static pthread_mutex_t block_locks[BLOCKS];
static int files[FILES];
static int owners[BLOCKS];

static int take(int block) {
  pthread_mutex_lock(&block_locks[block]);
  int is_free = owners[block] == 0;
#ifdef BUG
  pthread_mutex_unlock(&block_locks[block]);
  pthread_mutex_lock(&block_locks[block]);
#endif
  if (is_free)
    ++owners[block];
  assert(owners[block] == 1);
  pthread_mutex_unlock(&block_locks[block]);
  return is_free;
}

static void *write_file(void *mine) {
  int file = *(int *)mine % FILES;
  pthread_mutex_lock(&file_locks[file]);
  if (!files[file]) {
    int block = file / 2;
    while (!take(block))
      block = (block + 1) % BLOCKS;
    files[file] = block + 1;
  }
  pthread_mutex_unlock(&file_locks[file]);
  return 0;
}

int main(void) {
  static int names[N];
  pthread_t threads[N];
  for (int i = 0; i < FILES; ++i)
    pthread_mutex_init(&file_locks[i], 0);
  for (int i = 0; i < BLOCKS; ++i)
    pthread_mutex_init(&block_locks[i], 0);
  for (int i = 0; i < N; ++i) {
    names[i] = i;
    pthread_create(&threads[i], 0, write_file, &names[i]);
  }
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  for (int i = 0; i < FILES; ++i)
    assert(files[i] && owners[files[i] - 1] == 1);
  return 0;
}
