// RUN: %heddle check %s --strategy dpor | FileCheck %s
// Actors with mailboxes: an account that is asked to move money, a bank that counts, and replies.
// CHECK: safe:
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

/// Messages from many senders to one receiver, in order of arrival.
template <class T> class Mailbox {
public:
  void send(T message) {
    {
      std::lock_guard<std::mutex> guard(mutex);
      messages.push_back(std::move(message));
    }
    arrived.notify_one();
  }

  T receive() {
    std::unique_lock<std::mutex> lock(mutex);
    arrived.wait(lock, [this] { return !messages.empty(); });
    T message = std::move(messages.front());
    messages.pop_front();
    return message;
  }

private:
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<T> messages;
};

/// Something with a thread of its own that deals with one message at a time.
template <class Message> class Actor {
public:
  virtual ~Actor() { assert(!thread.joinable()); }
  void start() {
    thread = std::thread([this] {
      while (handle(mailbox.receive()))
        ;
    });
  }
  void send(Message message) { mailbox.send(std::move(message)); }
  void join() { thread.join(); }

protected:
  /// False to stop.
  virtual bool handle(Message message) = 0;

private:
  Mailbox<Message> mailbox;
  std::thread thread;
};

struct Deposit {
  int amount;
};
struct Withdraw {
  int amount;
  std::shared_ptr<Mailbox<bool>> reply;
};
struct Ask {
  std::shared_ptr<Mailbox<int>> reply;
};
struct Stop {};
using AccountMessage = std::variant<Deposit, Withdraw, Ask, Stop>;

class Account : public Actor<AccountMessage> {
public:
  explicit Account(std::string name) : name(std::move(name)) {}
  const std::string &owner() const { return name; }

protected:
  bool handle(AccountMessage message) override {
    return std::visit([this](auto &one) { return on(one); }, message);
  }

private:
  bool on(const Deposit &deposit) {
    balance += deposit.amount;
    return true;
  }
  bool on(const Withdraw &withdraw) {
    const bool isEnough = balance >= withdraw.amount;
    if (isEnough)
      balance -= withdraw.amount;
    assert(balance >= 0);
    withdraw.reply->send(isEnough);
    return true;
  }
  bool on(const Ask &ask) {
    ask.reply->send(balance);
    return true;
  }
  bool on(const Stop &) { return false; }

  std::string name;
  int balance = 0; // Only the actor's own thread looks at it.
};

static int balanceOf(Account &account) {
  auto reply = std::make_shared<Mailbox<int>>();
  account.send(Ask{reply});
  return reply->receive();
}

static bool take(Account &account, int amount) {
  auto reply = std::make_shared<Mailbox<bool>>();
  account.send(Withdraw{amount, reply});
  return reply->receive();
}

/// Accounts by name, made when they are first asked for.
class Bank {
public:
  Account &account(const std::string &name) {
    std::unique_ptr<Account> &place = accounts[name];
    if (!place) {
      place = std::make_unique<Account>(name);
      place->start();
    }
    return *place;
  }
  ~Bank() {
    for (auto &[name, account] : accounts) {
      account->send(Stop{});
      account->join();
    }
  }
  std::size_t size() const { return accounts.size(); }

private:
  std::map<std::string, std::unique_ptr<Account>> accounts;
};

static void twoCustomers() {
  Bank bank;
  Account &shared = bank.account("shared");
  shared.send(Deposit{100});
  int got = 0;
  std::thread other([&] { got = take(shared, 80) ? 80 : 0; });
  const int seen = balanceOf(shared);
  other.join();
  assert(got == 80);
  assert(seen == 100 || seen == 20);
  assert(&bank.account("shared") == &shared && bank.size() == 1);
  assert(shared.owner() == "shared");
}

int main() { twoCustomers(); }
