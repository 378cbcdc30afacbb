// Which function a call means is known when it is made (figure 6.13 of the thesis): after the first
// withdrawal the account is frozen, and the second manager touches nothing. The pair is given up at
// the call.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --stats --out %t | FileCheck %s
// RUN: %heddle check %s --strategy value-schedule --no-races --out %t -- -DFROZEN | FileCheck %s --check-prefix=FROZEN
//
// CHECK: assertion failed: balance == 0
// CHECK: given up branch {{ *}}{{[1-9]}}
// FROZEN: infeasible  RW {{.*}}: no execution comes to both: turned away at the call
// FROZEN: safe:
#include <cassert>
#include <pthread.h>

namespace {

int balance;
constexpr int amount = 10;

class Manager {
public:
  virtual ~Manager() = default;
  virtual void withdraw() { balance -= amount; }
};

class Frozen : public Manager {
public:
  void withdraw() override {}
};

Manager manager;
Frozen frozen;

#ifdef FROZEN
Manager *choose() { return balance >= 0 ? static_cast<Manager *>(&frozen) : &manager; }
#else
Manager *choose() { return balance >= 0 ? &manager : static_cast<Manager *>(&frozen); }
#endif

void *payIn(void *unused) {
  balance += amount;
  return unused;
}

void *draw(void *unused) {
  choose()->withdraw();
  choose()->withdraw();
  return unused;
}

} // namespace

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, payIn, nullptr);
  pthread_create(&threads[1], nullptr, draw, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
#ifndef FROZEN
  assert(balance == 0);
#endif
}
