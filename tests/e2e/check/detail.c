// How much is printed: one line a finding, the usual, everything.
// RUN: %exits 1 %heddle check %s --out %t --quiet -- -Wall > %t.quiet
// RUN: FileCheck %s --check-prefix=QUIET --implicit-check-not=interleaving --implicit-check-not=warning < %t.quiet
// QUIET: detail.c:[[#@LINE+27]]:3: error: assertion failed: sum != 3 [assertion]
// QUIET-NEXT: {{.*}}data race on word[0]: {{.*}} [data-race]
// QUIET: bug: 1 execution

// RUN: %exits 1 %heddle check %s --out %t -- -Wall | FileCheck %s --check-prefix=USUAL --implicit-check-not=models/string.c
// USUAL: warning: unused variable
// USUAL: interleaving
// USUAL-NOT: interleaving

// RUN: %exits 1 %heddle check %s --out %t --verbose | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: heddle: {{[0-9]+}} functions, {{[0-9]+}} places; reading took
// VERBOSE: heddle: found after 0 executions: data-race
// VERBOSE: interleaving
// VERBOSE: #0 strcpy at models/string.c
// VERBOSE: interleaving
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char word[8];

static void *fill(void *unused) {
  strcpy(word, "abc");
  return unused;
}

static void test(unsigned long sum) {
  assert(sum != 3);
}

int main(void) {
  int nobody;
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  word[7] = 'x';
  word[0] = 'z';
  pthread_join(thread, 0);
  test(strlen(word));
  return 0;
}
// RUN: %exits 1 %heddle check %s --out %t --quiet --stats | FileCheck %s --check-prefix=STATS
// STATS: figures:
// STATS-NEXT:   executions              {{ *}}1
// STATS: instructions a second
// STATS: undo log bytes
// STATS: peak memory (MB)

// RUN: %exits 2 %heddle check %s --quiet --verbose | FileCheck %s --check-prefix=BOTH
// BOTH: heddle: error: --quiet excludes --verbose
