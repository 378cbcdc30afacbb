// Agents sell seats until somebody sees that all are gone. The main thread looks before it starts
// another agent; too many are sold if it looks too early too often.
#include <pthread.h>
#include <stdlib.h>

#ifndef TICKETS
#define TICKETS 15
#endif
#ifndef CUSHION
#define CUSHION 3
#endif
#define CAPACITY (TICKETS - CUSHION)

static volatile int sold = 0;
static volatile int stop = 0;

static void *agent(void *unused) {
  sold++;
  if (sold > CAPACITY)
    stop = 1;
  return unused;
}

int main(void) {
  pthread_t agents[TICKETS];
  int started = 0;
  for (int i = 0; i < TICKETS; i++) {
    if (stop)
      break;
    pthread_create(&agents[started++], NULL, agent, NULL);
  }
  if (sold > CAPACITY)
    abort(); // target
  for (int i = 0; i < started; i++)
    pthread_join(agents[i], NULL);
  return 0;
}
