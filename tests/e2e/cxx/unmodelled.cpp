// RUN: %exits 3 %heddle check %s | FileCheck %s
// A function that nobody models is named, with the line of the user's call, and the answer is not
// `safe`.
// CHECK: incomplete: unsupported-function at {{.*}}unmodelled.cpp:[[@LINE+7]]:{{[0-9]+}}: no model for function std::filesystem::current_path
// CHECK: unknown:
// CHECK-NOT: safe
#include <filesystem>

int main() {
  const int before = 1;
  const auto path = std::filesystem::current_path();
  return path.empty() ? before : 0;
}
