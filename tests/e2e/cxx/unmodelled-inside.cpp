// RUN: %exits 3 %heddle check %s | FileCheck %s
// CHECK: incomplete: unsupported-function at {{.*}}unmodelled-inside.cpp:[[@LINE+6]]:{{[0-9]+}}: no model for function std::filesystem::__cxx11::path::_List::_List, which std::filesystem::__cxx11::path::path{{.*}} needs
// CHECK-NEXT: unknown:
// CHECK-NOT: safe
#include <filesystem>

int main() {
  const std::filesystem::path path = "/tmp/settings.txt";
  return path.empty() ? 1 : 0;
}
