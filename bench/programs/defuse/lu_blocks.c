// LU decomposition modulo a prime, in blocks, each block in memory of its own: the block on the
// diagonal, then those in its row and its column, then those inside, dealt out to threads like the
// fields of a chess board, with barriers in between. The factors are multiplied in the end.
//
// FAULT 1: the number of blocks done is read before the lock is taken under which it is written.
// FAULT 2: the owner of the diagonal says that its block is there before its last row is.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif
#ifndef BLOCK
#define BLOCK 4
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { BLOCKS = SIZE / BLOCK, PRIME = 251 };

struct block {
  int row; // Of the board.
  int column;
  int owner;
  int cells[BLOCK][BLOCK];
};

struct worker {
  pthread_t handle;
  int me;
  int eliminated; // Rows of blocks.
};

struct progress {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int diagonals; // Blocks of the diagonal that are there.
  int done;      // Blocks in all.
  int eliminated;
  int finished; // Threads.
};

// --- what the threads share
struct block *board[BLOCKS][BLOCKS];
struct progress progress;
pthread_barrier_t barrier;

static int original[SIZE][SIZE]; // Written and read by main.

// --- numbers modulo a prime
static int reduce(int value) {
  int rest = value % PRIME;
  return rest < 0 ? rest + PRIME : rest;
}

static int power(int base, int exponent) {
  int result = 1;
  while (exponent > 0) {
    if (exponent & 1)
      result = reduce(result * base);
    base = reduce(base * base);
    exponent >>= 1;
  }
  return result;
}

static int inverse(int value) {
  return power(value, PRIME - 2);
}

// --- the board
static int owner_of(int row, int column) {
  return (row + column) % THREADS;
}

static struct block *make_block(int row, int column) {
  struct block *block = malloc(sizeof *block);
  if (!block)
    exit(2);
  block->row = row;
  block->column = column;
  block->owner = owner_of(row, column);
  memset(block->cells, 0, sizeof block->cells);
  return block;
}

static int *cell(int row, int column) {
  return &board[row / BLOCK][column / BLOCK]->cells[row % BLOCK][column % BLOCK];
}

enum matrix { DOMINANT, MINIMUM };

// Both are such that no pivot is zero modulo the prime.
static int entry(enum matrix matrix, int row, int column) {
  if (matrix == MINIMUM)
    return (row < column ? row : column) + 1;
  return row == column ? 17 + row : (row * 7 + column * 3) % 11;
}

static void make_board(enum matrix matrix) {
  for (int row = 0; row < BLOCKS; row++)
    for (int column = 0; column < BLOCKS; column++)
      board[row][column] = make_block(row, column);
  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++) {
      original[row][column] = reduce(entry(matrix, row, column));
      *cell(row, column) = original[row][column];
    }
}

static void free_board(void) {
  for (int row = 0; row < BLOCKS; row++)
    for (int column = 0; column < BLOCKS; column++)
      free(board[row][column]);
}

// --- kinds of work on a block
static void say_diagonal(int step) {
  pthread_mutex_lock(&progress.lock);
  progress.diagonals = step + 1;
  pthread_cond_broadcast(&progress.changed);
  pthread_mutex_unlock(&progress.lock);
}

static void await_diagonal(int step) {
  pthread_mutex_lock(&progress.lock);
  while (progress.diagonals <= step)
    pthread_cond_wait(&progress.changed, &progress.lock);
  pthread_mutex_unlock(&progress.lock);
}

static void eliminate_row(struct block *block, int row, int pivot) {
  int factor = reduce(block->cells[row][pivot] * inverse(block->cells[pivot][pivot]));
  block->cells[row][pivot] = factor;
  for (int i = pivot + 1; i < BLOCK; i++)
    block->cells[row][i] = reduce(block->cells[row][i] - factor * block->cells[pivot][i]);
}

// Factors a block of the diagonal in place, and says so.
static void factor_diagonal(struct block *block, int step) {
  for (int pivot = 0; pivot < BLOCK - 1; pivot++)
    for (int row = pivot + 1; row < BLOCK; row++) {
#if FAULT == 2
      if (pivot == BLOCK - 2)
        say_diagonal(step);
#endif
      eliminate_row(block, row, pivot);
    }
#if FAULT != 2
  say_diagonal(step);
#endif
}

// A block right of the diagonal: L⁻¹ of the diagonal times it.
static void solve_row(struct block *block, const struct block *diagonal) {
  for (int row = 1; row < BLOCK; row++)
    for (int column = 0; column < BLOCK; column++) {
      int sum = block->cells[row][column];
      for (int i = 0; i < row; i++)
        sum -= diagonal->cells[row][i] * block->cells[i][column];
      block->cells[row][column] = reduce(sum);
    }
}

// A block below the diagonal: it times U⁻¹ of the diagonal.
static void solve_column(struct block *block, const struct block *diagonal) {
  for (int column = 0; column < BLOCK; column++) {
    int scale = inverse(diagonal->cells[column][column]);
    for (int row = 0; row < BLOCK; row++) {
      int sum = block->cells[row][column];
      for (int i = 0; i < column; i++)
        sum -= block->cells[row][i] * diagonal->cells[i][column];
      block->cells[row][column] = reduce(reduce(sum) * scale);
    }
  }
}

// A block inside: less the product of the one left of it and the one above it.
static void update_inside(struct block *block, const struct block *left,
                          const struct block *above) {
  for (int row = 0; row < BLOCK; row++)
    for (int column = 0; column < BLOCK; column++) {
      int sum = block->cells[row][column];
      for (int i = 0; i < BLOCK; i++)
        sum -= left->cells[row][i] * above->cells[i][column];
      block->cells[row][column] = reduce(sum);
    }
}

static void note_blocks(int count) {
#if FAULT == 1
  int before = progress.done;
  pthread_mutex_lock(&progress.lock);
  progress.done = before + count;
  pthread_mutex_unlock(&progress.lock);
#else
  pthread_mutex_lock(&progress.lock);
  progress.done += count;
  pthread_mutex_unlock(&progress.lock);
#endif
}

// --- a thread
static int is_mine(const struct worker *own, int row, int column) {
  return owner_of(row, column) == own->me;
}

// The blocks of the step's row and column that are the thread's.
static int do_border(const struct worker *own, int step) {
  const struct block *diagonal = board[step][step];
  int count = 0;
  for (int i = step + 1; i < BLOCKS; i++) {
    if (is_mine(own, step, i)) {
      solve_row(board[step][i], diagonal);
      count++;
    }
    if (is_mine(own, i, step)) {
      solve_column(board[i][step], diagonal);
      count++;
    }
  }
  return count;
}

static int do_inside(struct worker *own, int step) {
  int count = 0;
  for (int row = step + 1; row < BLOCKS; row++) {
    int here = 0;
    for (int column = step + 1; column < BLOCKS; column++)
      if (is_mine(own, row, column)) {
        update_inside(board[row][column], board[row][step], board[step][column]);
        here++;
      }
    own->eliminated += here > 0;
    count += here;
  }
  return count;
}

static void *decompose(void *argument) {
  struct worker *own = argument;
  int count = 0;
  for (int step = 0; step < BLOCKS; step++) {
    if (is_mine(own, step, step)) {
      factor_diagonal(board[step][step], step);
      count++;
    }
    await_diagonal(step);
    count += do_border(own, step);
    pthread_barrier_wait(&barrier);
    count += do_inside(own, step);
    pthread_barrier_wait(&barrier);
  }
  note_blocks(count);
  pthread_mutex_lock(&progress.lock);
  progress.eliminated += own->eliminated;
  progress.finished++;
  pthread_mutex_unlock(&progress.lock);
  return NULL;
}

// --- checks by one thread
static int lower(int row, int column) {
  if (row == column)
    return 1;
  return row > column ? *cell(row, column) : 0;
}

static int upper(int row, int column) {
  return row <= column ? *cell(row, column) : 0;
}

static int product(int row, int column) {
  int sum = 0;
  int last = row < column ? row : column;
  for (int i = 0; i <= last; i++)
    sum = reduce(sum + lower(row, i) * upper(i, column));
  return sum;
}

static void check_factors(void) {
  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++)
      heddle_assert(product(row, column) == original[row][column]);
}

static int blocks_of_all_steps(void) {
  int sum = 0;
  for (int step = 0; step < BLOCKS; step++)
    sum += (BLOCKS - step) * (BLOCKS - step);
  return sum;
}

int main(void) {
  struct worker workers[THREADS];
  make_board(heddle_range(0, 1, "minimum") ? MINIMUM : DOMINANT);
  pthread_mutex_init(&progress.lock, NULL);
  pthread_cond_init(&progress.changed, NULL);
  pthread_barrier_init(&barrier, NULL, THREADS);
  memset(workers, 0, sizeof workers);
  for (int i = 0; i < THREADS; i++) {
    workers[i].me = i;
    if (pthread_create(&workers[i].handle, NULL, decompose, &workers[i]))
      exit(2);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(workers[i].handle, NULL);
  heddle_assert(progress.finished == THREADS);
  heddle_assert(progress.diagonals == BLOCKS);
  heddle_assert(progress.done == blocks_of_all_steps());
  check_factors();
  free_board();
  pthread_barrier_destroy(&barrier);
  return 0;
}
