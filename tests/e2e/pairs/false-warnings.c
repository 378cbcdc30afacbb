// Ten races that the static analyses warn of and that no execution shows, each by itself; and one
// that more executions would have to show than there is time for.
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=1 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=2 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=3 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=4 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=5 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=6 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=7 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=8 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=9 | FileCheck %s
// RUN: %exits 0 %heddle pairs %s --confirm --out %t -- -DCASE=10 | FileCheck %s
// RUN: %exits 3 %heddle pairs %s --confirm --confirm-time 2 --out %t -- -DCASE=11 | FileCheck %s --check-prefix=OPEN
// CHECK: data race {{.*}}: refuted: none of {{[0-9]+}} executions shows it
// CHECK-NOT: {{: (open|confirmed)}}
// OPEN: data race {{.*}}: open: the time for confirming was up
// OPEN: blocked: {{.*}}: T{{[12]}} goes another way here with rounds = {{[0-9]+}}
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int value, other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if CASE == 1 // Which slot is whose is data.
static int slots[2];
static void *worker(void *mine) {
  const int *number = mine;
  slots[*number] = 1;
  return 0;
}

#elif CASE == 2 // Of threads with one routine only the second one writes.
static void *worker(void *mine) {
  const int *number = mine;
  if (*number == 1)
    ++value;
  return 0;
}

#elif CASE == 3 // A lock made by hand.
static atomic_flag taken = ATOMIC_FLAG_INIT;
static void *worker(void *unused) {
  while (atomic_flag_test_and_set(&taken)) {
  }
  ++value;
  atomic_flag_clear(&taken);
  return unused;
}

#elif CASE == 4 // A box is filled before it is handed over under the lock.
struct box {
  int full;
};
static struct box *_Atomic place;
static void *worker(void *mine) {
  if (*(const int *)mine == 0) {
    struct box *box = calloc(1, sizeof *box);
    box->full = 1;
    place = box;
    return 0;
  }
  struct box *found = place;
  if (found)
    found->full = 2;
  return 0;
}

#elif CASE == 5 // Who is first is told by a ticket.
static atomic_int tickets, serving;
static void *worker(void *unused) {
  const int own = atomic_fetch_add(&tickets, 1);
  while (serving != own) {
  }
  ++value;
  serving = own + 1;
  return unused;
}

#elif CASE == 6 // What would write never runs: the setting that asks for it is never made.
static int settings[4] = {1, 2, 3, 4};
static void *worker(void *unused) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += settings[i];
  if (sum == 11)
    ++value;
  return unused;
}

#elif CASE == 7 // One of two locks, by a number that is the same for both.
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *worker(void *mine) {
  const int *number = mine;
  pthread_mutex_t *lock = &locks[(*number + 2) / 2 - 1];
  pthread_mutex_lock(lock);
  ++value;
  pthread_mutex_unlock(lock);
  return 0;
}

#elif CASE == 8 // The last one to come adds up what the others did.
static atomic_int left = 2;
static void *worker(void *mine) {
  const int *number = mine;
  if (*number == 0)
    value = 1;
  else
    other = 1;
  if (atomic_fetch_sub(&left, 1) == 1)
    value += other;
  return 0;
}

#elif CASE == 9 // Only who could turn the switch writes.
static atomic_int owner;
static void *worker(void *unused) {
  int nobody = 0;
  if (atomic_compare_exchange_strong(&owner, &nobody, 1))
    ++value;
  return unused;
}

#elif CASE == 10 // Turns, by a counter under the lock.
static int turn;
static void *worker(void *mine) {
  const int *number = mine;
  pthread_mutex_lock(&mutex);
  const int now = turn++;
  pthread_mutex_unlock(&mutex);
  if (now == 1 && *number >= 0)
    ++value;
  return 0;
}

#elif CASE == 11 // The other one's loop is long.
static atomic_int rounds;
static void *worker(void *mine) {
  const int *number = mine;
  for (int i = 0; i < 12; ++i)
    atomic_fetch_add(&rounds, 1);
  if (rounds > 24 + *number)
    ++value;
  return 0;
}
#endif

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return value + other;
}
