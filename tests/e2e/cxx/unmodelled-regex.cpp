// RUN: %exits 3 %heddle check %s | FileCheck %s
// What the library's headers call deep inside is told with the function that the user called.
// CHECK: incomplete: unsupported at {{.*}}unmodelled-regex.cpp:[[@LINE+8]]:{{[0-9]+}}: no model for function std::use_facet
// CHECK-NEXT: unknown:
// CHECK-NOT: safe
#include <regex>
#include <string>
#include <thread>

static bool matches(const std::string &text) {
  const std::regex pattern("[a-z]+[0-9]*");
  return std::regex_match(text, pattern);
}

int main() {
  bool isMatch = false;
  std::thread worker([&isMatch] { isMatch = matches("loom12"); });
  worker.join();
  return isMatch ? 0 : 1;
}
