// Which element an access goes to is not known, nor that it is none of the members behind the array.
// That a write of `size` hides what is written there is no reason to call the data flow impossible.

// RUN: sed '/lock(&table.guard); .. look/d' %s > %t-bare.c
// RUN: %exits 1 %heddle diff %s %t-bare.c --rank 1 --quiet | FileCheck %s --implicit-check-not="reads what"
// CHECK: only in the new version: no lock keeps two threads apart
// CHECK-NEXT: the write of {{.*}}used at {{.*}} and the read of {{.*}}used at {{.*}} may overlap
// CHECK: different: old refines new up to rank 1
#include <pthread.h>

struct Entry {
  int used, value;
};
static struct {
  pthread_mutex_t guard;
  struct Entry entries[4];
  int size;
} table = {.guard = PTHREAD_MUTEX_INITIALIZER};
static int found;

static void *add(void *key) {
  struct Entry *one = &table.entries[*(int *)key % 4];
  pthread_mutex_lock(&table.guard);
  if (!one->used) {
    one->used = 1;
    table.size++;
  }
  pthread_mutex_unlock(&table.guard);
  return 0;
}

static void *find(void *key) {
  struct Entry *one = &table.entries[*(int *)key % 4];
  pthread_mutex_lock(&table.guard); // look
  if (one->used)
    found++;
  pthread_mutex_unlock(&table.guard); // unlock(&table.guard); // look
  return 0;
}

int main(void) {
  pthread_t adder, finder;
  int key = 2;
  pthread_create(&adder, 0, add, &key);
  pthread_create(&finder, 0, find, &key);
  pthread_join(adder, 0);
  pthread_join(finder, 0);
  return table.size + found > 2;
}
