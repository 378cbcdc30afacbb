// Locks that are lost in loops change no data flow: each round could see the others before. That
// they keep nobody apart any more is told by itself.
// RUN: sed '/seats_guard/{/static/!d;}' %s > %t-dropped.c
// RUN: %exits 1 %heddle diff %s %t-dropped.c | FileCheck %s --check-prefix=DROPPED
// DROPPED: only in the new version: no lock keeps two threads apart
// DROPPED-NEXT: the write of seats at {{.*}} and the read of seats at {{.*}} may overlap
// DROPPED: seller {{.*}} seats--;
// DROPPED: in the old version both hold seats_guard
// DROPPED: no lock keeps two threads apart
// DROPPED: the write of sold
// DROPPED-NOT: version: another thread
// DROPPED: different: old refines new up to rank 3
// RUN: %exits 1 %heddle diff %t-dropped.c %s --quiet | FileCheck %s --check-prefix=GAINED
// GAINED: only in the old version: no lock keeps two threads apart
// GAINED: in the new version both hold seats_guard
// GAINED: different: new refines old up to rank 3

// What was one section is two: somebody else may take the last seat after it was seen.
// RUN: sed 's/if (seats > 0) {/int free = seats > 0; LEAVE TAKE if (free) {/' %s > %t-cut.c
// RUN: sed -i 's/LEAVE/pthread_mutex_unlock(\&seats_guard);/;s/TAKE/pthread_mutex_lock(\&seats_guard);/' %t-cut.c
// RUN: %exits 1 %heddle diff %s %t-cut.c | FileCheck %s --check-prefix=CUT --implicit-check-not="no lock"
// CUT: only in the new version: another thread may come in between
// CUT-NEXT: between the read of seats at {{.*}} and the write of seats at {{.*}} may come the write of
// CUT: T1a seller {{.*}} int free
// CUT: T1b seller {{.*}} seats--;
// CUT: in the old version one critical section of seats_guard holds both
// CUT: different: old refines new up to rank 3
// RUN: %exits 1 %heddle diff %s %t-cut.c --json - | FileCheck %s --check-prefix=JSON
// JSON: "covers": [
// JSON: "exclusion"
// JSON: "exclusion": [
// JSON: "kind": "split"
// JSON: "only_in": "new"
// JSON: "variable": "seats"
// JSON: "what": "read of seats"
// JSON: "elsewhere": {

// A lock that lies in what it protects, taken through a pointer.
// RUN: sed '/one->guard/d' %s > %t-own.c
// RUN: %exits 1 %heddle diff %s %t-own.c --quiet | FileCheck %s --check-prefix=OWN --implicit-check-not=seats
// OWN: only in the new version: no lock keeps two threads apart
// OWN: in the old version both hold the lock that belongs to what they access
// OWN: different: old refines new

// --var and --function narrow these too.
// RUN: %heddle diff %s %t-own.c --var seats | FileCheck %s --check-prefix=EQUAL
// RUN: %heddle diff %s %t-dropped.c --function visit | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal: equivalent up to rank 3

// Nothing is lost where another lock does as well, under another name, or more is locked.
// RUN: sed 's/seats_guard/the_lock/g' %s > %t-named.c
// RUN: %heddle diff %s %t-named.c | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/  pthread_mutex_lock(&seats_guard);/  pthread_mutex_lock(\&outer);&/;s/  pthread_mutex_unlock(&seats_guard);/&pthread_mutex_unlock(\&outer);/' %s > %t-more.c
// RUN: %heddle diff %s %t-more.c | FileCheck %s --check-prefix=EQUAL
// RUN: %heddle diff %t-more.c %s | FileCheck %s --check-prefix=EQUAL
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t seats_guard = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static int seats = 5, sold;

struct Hall {
  pthread_mutex_t guard;
  int visitors;
};
static struct Hall *halls[2];

static void visit(struct Hall *one) {
  pthread_mutex_lock(&one->guard);
  one->visitors++;
  pthread_mutex_unlock(&one->guard);
}

static void *seller(void *unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&seats_guard);
    if (seats > 0) {
      seats--;
      sold++;
    }
    pthread_mutex_unlock(&seats_guard);
    visit(halls[i % 2]);
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; ++i) {
    halls[i] = malloc(sizeof *halls[i]);
    pthread_mutex_init(&halls[i]->guard, 0);
    halls[i]->visitors = 0;
  }
  pthread_t sellers[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&sellers[i], 0, seller, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(sellers[i], 0);
  return sold > 5;
}
