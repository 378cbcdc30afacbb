// A flag that is a std::atomic orders like any other, is called by its name, and what its members
// could do if they threw is no difference.
// RUN: sed 's/WAITS/while (!ready.load()) {}/' %s > %t-new.cpp && sed 's/WAITS//' %s > %t-old.cpp
// RUN: %exits 1 %heddle diff %t-old.cpp %t-new.cpp | FileCheck %s --implicit-check-not="only in"
// CHECK: only in the old version:
// CHECK-NEXT: data at {{.*}} reads the initial value
// CHECK: ordered by the flag ready
// CHECK: read of ready
// CHECK: different: new refines old up to rank 1

// Functions that the program calls through pointers, whose results are printed, are no callbacks.
// RUN: %heddle diff %t-new.cpp %t-new.cpp | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal: equivalent up to rank 3
#include <atomic>
#include <cstdio>
#include <thread>

static int data, seen;
static std::atomic<bool> ready{false};

static void consumer() {
  WAITS
  seen = data;
}

static void producer() {
  data = 42;
  ready.store(true);
}

int main() {
  std::thread one(consumer), other(producer);
  one.join();
  other.join();
  std::printf("%d\n", seen);
  return 0;
}
