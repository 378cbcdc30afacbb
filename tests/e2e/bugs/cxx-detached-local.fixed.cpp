// RUN: %expect %s
// The detached thread shares the result.
// EXPECT: safe
#include <memory>
#include <thread>

static void start() {
  auto result = std::make_shared<int>(0);
  std::thread([result] { *result = 1; }).detach();
}

int main() { start(); }
