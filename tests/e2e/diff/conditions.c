// What is asked before an access in one version alone. What reads see is not looked at, so that no
// data flow shows it.
// RUN: sed 's/if (!instance) { \/\/ Again/{/' %s > %t-once.c
// RUN: %exits 1 %heddle diff %s %t-once.c --quiet | FileCheck %s --check-prefix=AGAIN
// AGAIN: only in the new version: a condition is not asked
// AGAIN-NEXT: the {{.*}} at {{.*}} does not hang on instance
// AGAIN: in the old version it hangs on the read of instance at
// AGAIN: in the same critical section
// AGAIN: different: old refines new
// RUN: sed 's/if (isOpen)//' %s > %t-closed.c
// RUN: %exits 1 %heddle diff %t-closed.c %s | FileCheck %s --check-prefix=OPEN
// OPEN: only in the old version: a condition is not asked
// OPEN-NEXT: the write of buffer at {{.*}} does not hang on isOpen
// OPEN: in the new version it hangs on the read of isOpen at
// OPEN: different: new refines old

// Written in another way, or with an assertion more, the same is asked.
// RUN: sed 's/if (isOpen)/if (isOpen == 0) {} else/' %s > %t-else.c
// RUN: %heddle diff %s %t-else.c | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/\/\/ Here$/if (isOpen > 1) puts("odd"); assert(isOpen < 2);/' %s > %t-logged.c
// RUN: %heddle diff %s %t-logged.c | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal: equivalent up to rank 3
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *instance;
static int made, isOpen = 1, buffer, got;

static int *get(void) {
  if (!instance) {
    pthread_mutex_lock(&lock);
    if (!instance) { // Again
      int *fresh = malloc(sizeof *fresh);
      *fresh = ++made;
      instance = fresh;
    }
    pthread_mutex_unlock(&lock);
  }
  return instance;
}

static void *user(void *unused) {
  pthread_mutex_lock(&lock);
  if (isOpen)
    buffer = 1;
  // Here
  pthread_mutex_unlock(&lock);
  get();
  return unused;
}

static void *closer(void *unused) {
  pthread_mutex_lock(&lock);
  isOpen = 0;
  buffer = 0;
  got = buffer;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, user, 0);
  pthread_create(&threads[1], 0, user, 0);
  pthread_create(&threads[2], 0, closer, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return got;
}
