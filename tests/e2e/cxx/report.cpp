// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --out %t --full-stacks | FileCheck %s --check-prefix=FULL
// What happens in the library is told at the user's line as a call of it; threads are named after
// the user's functions, and members of library types after the variable.
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> list;
static std::mutex mutex;

static void add(int value) {
  if (value == 1)
    mutex.lock();
  // CHECK: report.cpp:[[@LINE+8]]:{{[0-9]+}}: error: data race on list:
  // CHECK: note: {{write|read}} by T1 add
  // CHECK-NEXT: in std::vector<int>::push_back
  // CHECK: by T2 main::lambda#1
  // CHECK: in std::vector<int>::empty
  // CHECK: locks mutex
  // CHECK: std::vector<int>::push_back
  // FULL: #0 {{.*}} at {{.*}}/c++/{{.*}}
  list.push_back(value);
  if (value == 1)
    mutex.unlock();
}

int main() {
  list.reserve(4);
  std::thread a(add, 1);
  std::thread b([] { (void)list.empty(); });
  a.join();
  b.join();
}
