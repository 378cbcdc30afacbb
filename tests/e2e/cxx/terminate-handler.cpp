// What std::set_terminate is given is called before the program ends. If it comes back, that the
// exception was not caught is the finding, at the place where it was thrown.
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s
// CHECK: terminate-handler.cpp:[[#@LINE+38]]:{{.*}} error: uncaught exception of type std::runtime_error: no more [uncaught-exception]
// CHECK: program output:
// CHECK-NEXT: handler after 1
// A handler that ends the program as it likes has its way.
// RUN: %heddle check %s --out %t -- -DEXITS | FileCheck %s --check-prefix=EXITS
// EXITS: {{^}}safe:
// One that throws cannot.
// RUN: %exits 1 %heddle check %s --out %t -- -DTHROWS | FileCheck %s --check-prefix=THROWS
// THROWS: terminate-handler.cpp:[[#@LINE+16]]:{{.*}} error: uncaught exception of type int [uncaught-exception]
// Not even where somebody further out would catch that.
// RUN: %exits 1 %heddle check %s --out %t -- -DTHROWS -DCATCHES | FileCheck %s --check-prefix=CATCHES
// CATCHES: terminate-handler.cpp:[[#@LINE+13]]:{{.*}} error: uncaught exception of type int [uncaught-exception]
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

static int begun;

static void whenTerminated() {
#ifdef EXITS
  std::_Exit(0);
#elif defined(THROWS)
  throw 3;
#endif
  std::printf("handler after %d\n", begun);
}

int main() {
  std::set_terminate(whenTerminated);
#ifdef CATCHES
  try {
    throw std::runtime_error("no more");
  } catch (int) {
    return 0;
  }
#endif
  std::thread thread([] { ++begun, throw std::runtime_error("no more"); });
  thread.join();
}
