// The state of a search is saved, and another one goes on from it: the same answer, the same
// numbers. A state that does not fit is refused with what is wrong.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 3 %heddle check %s --strategy exhaustive --max-depth 5 --checkpoint %t/state --out %t/out | FileCheck %s --check-prefix=DEEP
// DEEP: incomplete: max-depth
// DEEP: {{^}}unknown: [[#]] executions

// It is complete: nothing is left to do, and the same is said.
// RUN: %exits 3 %heddle check %s --strategy exhaustive --max-depth 5 --resume %t/state --out %t/out --stats | FileCheck %s --check-prefix=AGAIN
// AGAIN: incomplete: max-depth
// AGAIN: seconds before resume

// RUN: %exits 2 %heddle check %s --strategy exhaustive --resume %t/state --out %t/out 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: '{{.*}}state' was written by a search with other settings: --max-depth was 5, and is none now
// RUN: %exits 2 %heddle check %s --strategy dpor --max-depth 5 --resume %t/state --out %t/out 2>&1 | FileCheck %s --check-prefix=STRATEGY
// STRATEGY: --strategy was exhaustive, and is dpor now
// RUN: %exits 2 %heddle check %s --strategy exhaustive --max-depth 5 --resume %t/state --out %t/out -- -DOTHER 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: error: '{{.*}}state' is the state of another program: it was written for '{{.*}}checkpoint.c'

// RUN: head -c 200 %t/state > %t/short
// RUN: %exits 2 %heddle check %s --resume %t/short --out %t/out 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: the checkpoint '{{.*}}short' is damaged
// RUN: %exits 2 %heddle check %s --resume %s --out %t/out 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: error: refusing to write a checkpoint to '{{.*}}checkpoint.c', which looks like a program
// RUN: %exits 2 %heddle check %s --resume %s --checkpoint %t/new --out %t/out 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: '{{.*}}checkpoint.c' is no checkpoint
// RUN: %exits 2 %heddle check %s --resume %t/missing --out %t/out 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot read '{{.*}}missing': No such file or directory
// RUN: %exits 2 %heddle check %s --checkpoint %t/no/such --out %t/out 2>&1 | FileCheck %s --check-prefix=WHERE
// WHERE: error: cannot write '{{.*}}no/such.part': No such file or directory
// RUN: %exits 2 %heddle check %s --strategy exhaustive --dedup --checkpoint %t/new --out %t/out 2>&1 | FileCheck %s --check-prefix=DEDUP
// DEDUP: error: --checkpoint and --resume do not go with --dedup: its table of states is not saved
// RUN: not ls %t/missing %t/new %t/new.part

// The limit of time comes first; what is left is saved on the way out.
// RUN: %exits 3 %heddle check %s --strategy exhaustive --time 0.4 --checkpoint %t/time --out %t/out -- -DLONG | FileCheck %s --check-prefix=TIME
// TIME: incomplete: time
// RUN: %exits 3 %heddle check %s --strategy exhaustive --time 0.6 --verbose --resume %t/time --out %t/out -- -DLONG 2>&1 | FileCheck %s --check-prefix=GOES
// GOES: goes on after [[#]] executions and
// GOES: saved after [[#]] executions
#include <pthread.h>
#include <stdatomic.h>

#ifdef LONG
#define ROUNDS 100
#else
#define ROUNDS 4
#endif

static atomic_int shared;

static void *add(void *unused) {
  for (int i = 0; i < ROUNDS; ++i)
    ++shared;
#ifdef OTHER
  ++shared;
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
