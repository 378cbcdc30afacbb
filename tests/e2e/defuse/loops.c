// A loop that ends by a break may wait for others, as far as its text tells. Where no execution has
// waited there, what none has shown is not possible; where one has, that is not said.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t --verbose | FileCheck %s
// CHECK: work reads job
// CHECK-NEXT: from initial value {{ *}}infeasible
// CHECK: executions: {{.*}} in a search of all
// CHECK: complete: {{.*}} 0 open
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t --verbose -- -DSPIN | FileCheck %s --check-prefix=SPIN
// SPIN: work reads flag
// SPIN-NEXT: from initial value {{ *}}open {{.*}} no steps
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static int job, sum;
static atomic_int flag;
static sem_t filled, taken;
static void *work(void *p) {
#ifdef SPIN
  while (!flag)
    continue;
#endif
  for (;;) {
    sem_wait(&filled);
    if (job < 0)
      break;
    sum += job;
    sem_post(&taken);
  }
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&filled, 0, 0);
  sem_init(&taken, 0, 0);
  pthread_create(&t, 0, work, 0);
  flag = 1;
  job = 7;
  sem_post(&filled);
  sem_wait(&taken);
  job = -1;
  sem_post(&filled);
  pthread_join(t, 0);
  return sum;
}
