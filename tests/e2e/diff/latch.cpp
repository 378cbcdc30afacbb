// What a latch orders is not known, and so neither is which version does more when a wait for one is
// gone: the new one may read what the old one cannot.
// RUN: sed 's/WAITS/ready.wait();/' %s > %t-old.cpp && sed 's/WAITS//' %s > %t-new.cpp
// RUN: %exits 1 %heddle diff %t-old.cpp %t-new.cpp -- -std=c++20 | FileCheck %s
// CHECK: different: how they relate is not known up to rank 1
#include <latch>
#include <thread>

std::latch ready(1);
int data, seen;

static void work() {
  data = 5;
  ready.count_down();
}

int main() {
  std::thread thread(work);
  WAITS
  seen = data;
  thread.join();
}
