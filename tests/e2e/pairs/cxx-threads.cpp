// Each std::thread runs what it was made with and nothing else, whoever shares its code in the
// library; what guards protect is protected; joins end threads.
#include <thread>
#include <mutex>
#include <cstdio>
std::mutex m;
int counter = 0, unguarded = 0, onlyA = 0, onlyB = 0;
void a() { std::lock_guard<std::mutex> g(m); ++counter; ++onlyA; }
void b() { { std::unique_lock<std::mutex> g(m); ++counter; ++onlyB; } ++unguarded; }
int main() {
  std::thread x(a), y(b);
  std::thread z([&] { ++unguarded; });
  x.join(); y.join(); z.join();
  std::printf("%d\n", counter);
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: T1 a created at {{.*}}:11:15
// CHECK-NEXT: T2 b created at {{.*}}:11:21
// CHECK-NEXT: T3 main::lambda#1 created at {{.*}}:12:15
// CHECK: unguarded: 3 pairs, 3 unprotected
// CHECK-NOT: T1 a
// CHECK: counter: 3 pairs (3 protected, not shown)
// CHECK-NEXT: m: 1 pair
// CHECK-NEXT: MM {{.*}}:8:40 T1 a locks in std::lock_guard
// CHECK-NEXT: :9:43 T2 b locks in std::unique_lock
// CHECK-NOT: only
// CHECK: pairs: 6 RW (3 unprotected), 1 MM, 0 WM, 0 WN
