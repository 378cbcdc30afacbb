// What the library calls at a time that is known takes part: constructors and destructors of global
// variables, handlers of atexit, what is done once. A program is equal to itself.
// RUN: %heddle diff %s %s | FileCheck %s --check-prefix=SAME
// SAME-NOT: {{incomplete|statements added}}
// SAME: equal: equivalent up to rank 3

// The last look at the counter comes at the end of the process, while a thread may be under way.
// RUN: sed 's/^  thread.join/  thread.detach/' %s > %t-detached.cpp
// RUN: %exits 1 %heddle diff %s %t-detached.cpp --rank 1 | FileCheck %s --check-prefix=DETACHED
// DETACHED: only in the old version: the thread that runs work is joined
// DETACHED: only in the new version:
// DETACHED-NEXT: counter.value at {{.*}} reads what was written at
// DETACHED-NEXT: main {{ *}}│ counter.value = 1;
// DETACHED-NEXT: main {{ *}}│ last = counter.value;
// DETACHED: in the old version the write
// DETACHED: between (T1 work is joined

// A handler that nobody knows when it is called is left out, and that is said.
// RUN: sed 's/std::atexit(tell)/pthread_key_create(\&key, handle)/' %s > %t-key.cpp
// RUN: %exits 3 %heddle diff %t-key.cpp %t-key.cpp | FileCheck %s --check-prefix=KEY
// KEY: incomplete: callback at {{.*}} handle is called by the library: when is not known
#include <condition_variable>
#include <cstdlib>
#include <pthread.h>
#include <thread>

static int last, told;
static int table;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static std::condition_variable unused;

struct Counter {
  int value;
  Counter();
  ~Counter();
};
static Counter counter;
Counter::Counter() {
  counter.value = 1;
}
Counter::~Counter() {
  last = counter.value;
}

static void tell() {
  told = last;
}
void handle(void *) {
  told = last;
}

static void fill() {
  table = 5;
}

static void work() {
  pthread_once(&once, fill);
  counter.value = 2 + table;
}

int main() {
  std::atexit(tell);
  std::thread thread(work);
  thread.join();
  return table;
}
