// LU decomposition modulo a prime, in place in one matrix, row by row: one thread looks for a pivot
// and exchanges rows, then each takes its rows off, with a barrier of the program's own in between.
// In the end a system of equations is solved with the factors.
//
// FAULT 1: whether a thread is the last one of a step is asked for after the lock was given back.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { PRIME = 251 };

// All threads come to it before one goes on.
struct meeting {
  pthread_mutex_t lock;
  pthread_cond_t all_there;
  int there;
  int round;
};

struct worker {
  pthread_t handle;
  int me;
  int rows;      // Taken off, in all steps.
  int exchanged; // Rows, by the one that looks for pivots.
};

struct progress {
  pthread_mutex_t lock;
  int working; // Threads that are not done with the step.
  int steps;   // That are done.
  int rows;
  int exchanged;
  int finished; // Threads.
};

// --- what the threads share
int matrix[SIZE][SIZE];
int row_at[SIZE]; // Which row of the beginning stands there.
int is_singular;
struct progress progress;
struct meeting meeting;

static int original[SIZE][SIZE]; // Written and read by main.
static int right_side[SIZE];
static int solution[SIZE];

// --- numbers modulo a prime
static int reduce(int value) {
  int rest = value % PRIME;
  return rest < 0 ? rest + PRIME : rest;
}

// By Euclid: u * value is a throughout, modulo the prime.
static int inverse(int value) {
  int a = PRIME, b = reduce(value);
  int u = 0, v = 1;
  while (b != 0) {
    int quotient = a / b;
    int rest = a - quotient * b;
    a = b;
    b = rest;
    int next = u - quotient * v;
    u = v;
    v = next;
  }
  return reduce(u);
}

// --- meetings
static void make_meeting(void) {
  pthread_mutex_init(&meeting.lock, NULL);
  pthread_cond_init(&meeting.all_there, NULL);
}

static void meet(void) {
  pthread_mutex_lock(&meeting.lock);
  int round = meeting.round;
  if (++meeting.there == THREADS) {
    meeting.there = 0;
    meeting.round++;
    pthread_cond_broadcast(&meeting.all_there);
  } else {
    while (meeting.round == round)
      pthread_cond_wait(&meeting.all_there, &meeting.lock);
  }
  pthread_mutex_unlock(&meeting.lock);
}

// --- the matrix
enum kind { DENSE, BAND };

static int entry(enum kind kind, int row, int column) {
  int distance = row < column ? column - row : row - column;
  if (kind == BAND)
    return distance > 2 ? 0 : distance == 0 ? 7 + row : 1 + distance;
  // Some zeros on the diagonal, so that rows are exchanged.
  return row == column && row % 3 == 0 ? 0
                                       : (row * 5 + column * column * 3 + row * column) % 23 + 1;
}

static void make_matrix(enum kind kind) {
  for (int row = 0; row < SIZE; row++) {
    row_at[row] = row;
    right_side[row] = row * row + 1;
    for (int column = 0; column < SIZE; column++) {
      original[row][column] = reduce(entry(kind, row, column));
      matrix[row][column] = original[row][column];
    }
  }
}

static void exchange_rows(int a, int b) {
  int held[SIZE];
  memcpy(held, matrix[a], sizeof held);
  for (int i = 0; i < SIZE; i++)
    matrix[a][i] = matrix[b][i];
  for (int i = 0; i < SIZE; i++)
    matrix[b][i] = held[i];
  int from = row_at[a];
  row_at[a] = row_at[b];
  row_at[b] = from;
}

// --- a step
// Puts a row whose entry in the column is not zero where the step is; the number of exchanges.
static int choose_pivot(int step) {
  for (int row = step; row < SIZE; row++) {
    if (matrix[row][step] == 0)
      continue;
    if (row == step)
      return 0;
    exchange_rows(row, step);
    return 1;
  }
  is_singular = 1;
  return 0;
}

static void take_off(int row, int step, int scale) {
  int factor = reduce(matrix[row][step] * scale);
  matrix[row][step] = factor;
  if (factor == 0)
    return;
  for (int i = step + 1; i < SIZE; i++)
    matrix[row][i] = reduce(matrix[row][i] - factor * matrix[step][i]);
}

static void do_own_rows(struct worker *own, int step) {
  int scale = inverse(matrix[step][step]);
  for (int row = step + 1; row < SIZE; row++)
    if (row % THREADS == own->me) {
      take_off(row, step, scale);
      own->rows++;
    }
}

static void begin_step(void) {
  pthread_mutex_lock(&progress.lock);
  progress.working = THREADS;
  pthread_mutex_unlock(&progress.lock);
}

// The last thread of a step counts it.
static void end_step(void) {
  pthread_mutex_lock(&progress.lock);
  progress.working--;
#if FAULT == 1
  pthread_mutex_unlock(&progress.lock);
  if (progress.working == 0)
    progress.steps++;
#else
  if (progress.working == 0)
    progress.steps++;
  pthread_mutex_unlock(&progress.lock);
#endif
}

static void *decompose(void *argument) {
  struct worker *own = argument;
  for (int step = 0; step < SIZE; step++) {
    if (own->me == 0) {
      own->exchanged += choose_pivot(step);
      begin_step();
    }
    meet();
    if (is_singular)
      break;
    do_own_rows(own, step);
    end_step();
    meet();
  }
  pthread_mutex_lock(&progress.lock);
  progress.rows += own->rows;
  progress.exchanged += own->exchanged;
  progress.finished++;
  pthread_mutex_unlock(&progress.lock);
  return NULL;
}

// --- the equations, by one thread
static void solve(void) {
  int between[SIZE];
  for (int row = 0; row < SIZE; row++) {
    int sum = right_side[row_at[row]];
    for (int i = 0; i < row; i++)
      sum = reduce(sum - matrix[row][i] * between[i]);
    between[row] = reduce(sum);
  }
  for (int row = SIZE - 1; row >= 0; row--) {
    int sum = between[row];
    for (int i = row + 1; i < SIZE; i++)
      sum = reduce(sum - matrix[row][i] * solution[i]);
    solution[row] = reduce(sum * inverse(matrix[row][row]));
  }
}

static void check_solution(void) {
  for (int row = 0; row < SIZE; row++) {
    int sum = 0;
    for (int i = 0; i < SIZE; i++)
      sum = reduce(sum + original[row][i] * solution[i]);
    heddle_assert(sum == reduce(right_side[row]));
  }
}

// Each row of the beginning stands somewhere, once.
static void check_rows(void) {
  int seen[SIZE] = {0};
  for (int row = 0; row < SIZE; row++) {
    heddle_assert(row_at[row] >= 0 && row_at[row] < SIZE);
    seen[row_at[row]]++;
  }
  for (int row = 0; row < SIZE; row++)
    heddle_assert(seen[row] == 1);
}

static int sign_of_exchanges(void) {
  return progress.exchanged % 2 ? PRIME - 1 : 1;
}

// The determinant by the factors, and by those of a matrix of which it is known.
static int determinant(void) {
  int product = sign_of_exchanges();
  for (int i = 0; i < SIZE; i++)
    product = reduce(product * matrix[i][i]);
  return product;
}

static int determinant_of_original(void) {
  int copy[SIZE][SIZE];
  int product = 1;
  memcpy(copy, original, sizeof copy);
  for (int step = 0; step < SIZE; step++) {
    int row = step;
    while (row < SIZE && copy[row][step] == 0)
      row++;
    if (row == SIZE)
      return 0;
    if (row != step) {
      for (int i = 0; i < SIZE; i++) {
        int held = copy[row][i];
        copy[row][i] = copy[step][i];
        copy[step][i] = held;
      }
      product = reduce(-product);
    }
    product = reduce(product * copy[step][step]);
    int scale = inverse(copy[step][step]);
    for (int other = step + 1; other < SIZE; other++) {
      int factor = reduce(copy[other][step] * scale);
      for (int i = step; i < SIZE; i++)
        copy[other][i] = reduce(copy[other][i] - factor * copy[step][i]);
    }
  }
  return product;
}

static void check_progress(void) {
  heddle_assert(progress.finished == THREADS);
  heddle_assert(progress.steps == SIZE);
  heddle_assert(progress.rows == SIZE * (SIZE - 1) / 2);
}

int main(void) {
  struct worker workers[THREADS];
  make_matrix(heddle_range(0, 1, "band") ? BAND : DENSE);
  make_meeting();
  pthread_mutex_init(&progress.lock, NULL);
  memset(workers, 0, sizeof workers);
  for (int i = 0; i < THREADS; i++) {
    workers[i].me = i;
    if (pthread_create(&workers[i].handle, NULL, decompose, &workers[i]))
      exit(2);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(workers[i].handle, NULL);
  heddle_assert(!is_singular);
  check_progress();
  check_rows();
  solve();
  check_solution();
  heddle_assert(determinant() == determinant_of_original());
  return 0;
}
