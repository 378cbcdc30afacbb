// RUN: %exits 3 %heddle check %s | FileCheck %s
// A constructor of the library without a model, on one branch of two: the other one is still run.
// CHECK: incomplete: unsupported-function at {{.*}}unmodelled-files.cpp:[[@LINE+11]]:{{[0-9]+}}: no model for function std::basic_ifstream<char>::basic_ifstream
// CHECK-NEXT: unknown: 2 executions
// CHECK-NOT: safe
#include <atomic>
#include <fstream>
#include <string>
#include <thread>

static std::atomic<bool> isFirst{true};

static std::string readSettings() {
  std::ifstream in("settings");
  std::string line;
  std::getline(in, line);
  return line;
}

int main() {
  std::thread other([] { isFirst = false; });
  if (isFirst)
    (void)readSettings();
  other.join();
}
