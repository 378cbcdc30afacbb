// What only the analysis of a version tells apart is no difference.

// Without the last line of main the variable is one thread's own.
// RUN: grep -v 'printf(.*shown' %s > %t-own.c
// RUN: %heddle diff %s %t-own.c | FileCheck %s --check-prefix=OWN --implicit-check-not="only in"
// OWN: statements added and removed:
// OWN: read of shown
// OWN: equal: equivalent up to rank 3

// The same member by another way is the same statement, and local variables are no statements.
// RUN: %heddle diff %s %s | FileCheck %s --check-prefix=SAME
// SAME-NOT: statements
// SAME: equal
// RUN: sed 's/int value = of(key)->value;/int value = entries[key].value;/' %s > %t-way.c
// RUN: %heddle diff %s %t-way.c | FileCheck %s --check-prefix=SAME

// Without the lock they meet. Names are those of the source.
// RUN: sed 's/  pthread_mutex_lock(&lock); .. read/  \/\/ read/;s/  pthread_mutex_unlock(&lock); .. read/  \/\/ read/' %s > %t-bare.c
// RUN: %exits 1 %heddle diff %s %t-bare.c | FileCheck %s --check-prefix=BARE
// BARE: only in the new version: no lock keeps two threads apart
// BARE-NEXT: the write of entries[key].value at {{.*}} and the read of {{.*}}value at {{.*}} may overlap
#include <pthread.h>
#include <stdio.h>

struct Entry {
  int key, value;
};
static struct Entry entries[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shown;

static struct Entry *of(int key) {
  return &entries[key];
}

static void *writer(void *at) {
  int key = *(int *)at;
  pthread_mutex_lock(&lock);
  entries[key].value = key;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *reader(void *at) {
  int key = *(int *)at;
  pthread_mutex_lock(&lock); // read
  int value = of(key)->value;
  pthread_mutex_unlock(&lock); // read
  shown = 1;
  if (shown == 1)
    shown = value;
  return 0;
}

int main(void) {
  pthread_t one, two;
  int keys[2] = {1, 2};
  pthread_create(&one, 0, writer, &keys[0]);
  pthread_create(&two, 0, reader, &keys[1]);
  pthread_join(one, 0);
  printf("%d\n", shown); // shown
  pthread_join(two, 0);
  return 0;
}
