// Two threads take turns for a long time: more than ten thousand operations, thousands of switches.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ROUNDS 1200
#define CELLS 500

static sem_t turn[2];
static int count;
static int cells[CELLS];

static void *play(void *argument) {
  const int me = *(int *)argument;
  for (int i = 0; i < ROUNDS; ++i) {
    sem_wait(&turn[me]);
    count = count + 1;
    sem_post(&turn[1 - me]);
  }
  return 0;
}

int main(void) {
  pthread_t players[2];
  int names[2] = {0, 1};
  sem_init(&turn[0], 0, 1);
  sem_init(&turn[1], 0, 0);
  for (int i = 0; i < 2; ++i)
    pthread_create(&players[i], 0, play, &names[i]);
  for (int i = 0; i < CELLS; ++i)
    cells[i] = i;
  for (int i = 0; i < 2; ++i)
    pthread_join(players[i], 0);
  assert(count != 2 * ROUNDS);
  return cells[0];
}
