// A lock in a block of the heap, of which there is one: another block's lock does not do as well.
// RUN: sed 's/AUDITED/to/' %s > %t-wrong.c && sed 's/AUDITED/from/' %s > %t-right.c
// RUN: %exits 1 %heddle diff %t-right.c %t-wrong.c --quiet | FileCheck %s --check-prefix=WRONG
// WRONG: only in the new version, in one execution and in this order:
// WRONG: in the old version the critical sections of from->lock come one after the other
// WRONG: no lock keeps two threads apart
// WRONG: the write of from->balance at {{.*}} may overlap
// WRONG: different: old refines new up to rank 2

// A lock that is taken in each round, and not around them all, lets others in between.
// RUN: sed '/from->log = 1/d' %t-right.c > %t-all.c
// RUN: sed 's/pthread_mutex_lock(&from->lock); \/\/ All/;/;s/pthread_mutex_unlock(&from->lock); \/\/ All/;/' %t-all.c > %t-rounds.c
// RUN: sed -i 's/from->balance--;/{ pthread_mutex_lock(\&from->lock); from->balance--; pthread_mutex_unlock(\&from->lock); }/' %t-rounds.c
// RUN: %exits 1 %heddle diff %t-all.c %t-rounds.c --quiet --var from-\>balance | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: only in the new version: another thread may come in between
// ROUNDS-NEXT: between the {{.*}} of from->balance at {{.*}} and the next round may come the read of
// ROUNDS: in the old version one critical section of from->lock holds all rounds of the loop
// ROUNDS: different: old refines new
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance, log;
};
static struct account *from, *to;

static void *move(void *unused) {
  pthread_mutex_lock(&from->lock); // All
  for (int i = 0; i < 2; ++i)
    from->balance--;
  from->log = 1;
  pthread_mutex_unlock(&from->lock); // All
  return unused;
}

static void *audit(void *unused) {
  struct account *other = AUDITED;
  pthread_mutex_lock(&other->lock);
  int sum = from->balance;
  sum += from->log;
  pthread_mutex_unlock(&other->lock);
  return (void *)(long)sum;
}

int main(void) {
  from = malloc(sizeof *from);
  to = malloc(sizeof *to);
  pthread_mutex_init(&from->lock, 0);
  pthread_mutex_init(&to->lock, 0);
  from->balance = 10;
  from->log = 0;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, move, 0);
  pthread_create(&threads[1], 0, audit, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return from->balance;
}
