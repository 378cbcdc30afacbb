// LU decomposition modulo a prime, rows dealt out to threads, a barrier after each column.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 10
#endif
#define THREADS 2
#define PRIME 251

int matrix[SIZE][SIZE];
int pivots;
int done_rows;
pthread_barrier_t barrier;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int power(int base, int exponent) {
  int result = 1;
  while (exponent > 0) {
    if (exponent & 1)
      result = result * base % PRIME;
    base = base * base % PRIME;
    exponent >>= 1;
  }
  return result;
}

static void eliminate(int row, int column) {
  int factor = matrix[row][column] * power(matrix[column][column], PRIME - 2) % PRIME;
  matrix[row][column] = factor;
  for (int i = column + 1; i < SIZE; i++)
    matrix[row][i] = (matrix[row][i] + PRIME * PRIME - factor * matrix[column][i]) % PRIME;
}

void *decompose(void *arg) {
  int me = *(int *)arg;
  int mine = 0;
  for (int column = 0; column < SIZE; column++) {
    for (int row = column + 1; row < SIZE; row++)
      if (row % THREADS == me) {
        eliminate(row, column);
        mine++;
      }
    if (me == 0)
      pivots++;
    pthread_barrier_wait(&barrier);
  }
  int rows = done_rows; // Outside of the lock: an update may be lost.
  pthread_mutex_lock(&lock);
  done_rows = rows + mine;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  int ids[THREADS];
  pthread_barrier_init(&barrier, 0, THREADS);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      matrix[i][j] = i == j ? 17 + i : (i * 7 + j * 3) % 11;
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, decompose, &ids[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  heddle_assert(pivots == SIZE);
  heddle_assert(done_rows == SIZE * (SIZE - 1) / 2);
  return 0;
}
