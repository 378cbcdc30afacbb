// Threads that make threads depending on what they read, inputs, memory and locks: a state that is
// saved has to name them all again. Two assertions fail in some executions.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn, sum;
static int *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *leaf(void *argument) {
  turn = *(int *)argument;
  sum += turn;
  pthread_mutex_lock(&mutex);
  *block += 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *branch(void *argument) {
  int *value = malloc(sizeof *value);
  *value = *(int *)argument;
  pthread_t child;
  if (turn == 0) {
    pthread_create(&child, 0, leaf, value);
    turn = 3;
    pthread_join(child, 0);
  }
  assert(sum != 4);
  free(value);
  return 0;
}

int main(void) {
  const int input = heddle_int("input");
  block = calloc(1, sizeof *block);
  int one = input > 5 ? 1 : 2, two = 2;
  pthread_t first, second;
  pthread_create(&first, 0, branch, &one);
  pthread_create(&second, 0, branch, &two);
  for (int i = 0; i < ROUNDS; ++i)
    sum += turn;
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(*block < 2 || sum != 7);
  free(block);
  return 0;
}
