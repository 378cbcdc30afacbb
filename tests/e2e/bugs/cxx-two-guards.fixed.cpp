// RUN: %expect %s
// std::scoped_lock takes both without a deadlock.
// EXPECT: safe
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static void transfer(Account &from, Account &to, int amount) {
  std::scoped_lock both(from.mutex, to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread there([&] { transfer(a, b, 10); });
  std::thread back([&] { transfer(b, a, 20); });
  there.join();
  back.join();
  assert(a.balance == 110 && b.balance == 90);
}
