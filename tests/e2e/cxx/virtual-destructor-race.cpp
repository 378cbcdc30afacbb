// The first thing a destructor does is to store the table of its own class, which is there already
// unless it is that of a base. Another thread's virtual call that reads it then is no race, but one
// that may read the table of the base is.
// RUN: %heddle check %s --strategy dpor --out %t | FileCheck %s
// CHECK: {{^}}safe:
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DBASE | FileCheck %s --check-prefix=BASE
// BASE: virtual-destructor-race.cpp:{{[0-9]+}}:{{[0-9]+}}: error: data race on {{.*}}[data-race]
#include <semaphore.h>
#include <thread>

class Task {
public:
  Task() { sem_init(&done, 0, 0); }
  virtual ~Task() { wait(); }
  void runs() {
    run();
    sem_post(&done);
  }
  virtual void run() = 0;

protected:
  void wait() {
    if (!hasWaited)
      sem_wait(&done);
    hasWaited = true;
  }

private:
  sem_t done;
  bool hasWaited = false;
};

class Sum : public Task {
public:
#ifndef BASE
  ~Sum() override { wait(); } // Before the table of the base is stored.
#endif
  void run() override { sum += 1; }
  int sum = 0;
};

int main() {
  std::thread other;
  {
    Sum sum;
    other = std::thread([&sum] { sum.runs(); });
  }
  other.join();
}
