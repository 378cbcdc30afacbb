// Accounts of two kinds behind one interface, and five customers. The lock is taken by the base
// class, but one of the kinds pays in without it. Bug: a race and a wrong sum.
#include <cassert>
#include <mutex>
#include <pthread.h>

namespace {

class Account {
public:
  virtual ~Account() = default;
  virtual void deposit(int amount) {
    const std::lock_guard<std::mutex> guard(mutex);
    balance += amount;
  }
  void withdraw(int amount) {
    const std::lock_guard<std::mutex> guard(mutex);
    balance -= amount;
  }
  int left() const { return balance; }

protected:
  std::mutex mutex;
  int balance = 100;
};

class Savings : public Account {
public:
  void deposit(int amount) override { balance += amount; }
};

constexpr int count = 5;
Account plain[3];
Savings savings[2];
Account *const accounts[count] = {&plain[0], &savings[0], &plain[1], &savings[1], &plain[2]};

void *customer(void *number) {
  const long from = reinterpret_cast<long>(number);
  accounts[from]->withdraw(10);
  accounts[(from + 1) % count]->deposit(10);
  return nullptr;
}

} // namespace

int main() {
  pthread_t customers[count];
  for (long i = 0; i < count; ++i)
    pthread_create(&customers[i], nullptr, customer, reinterpret_cast<void *>(i));
  for (const pthread_t one : customers)
    pthread_join(one, nullptr);
  int sum = 0;
  for (const Account *account : accounts)
    sum += account->left();
  assert(sum == 100 * count);
}
