// RUN: %heddle check %s --strategy dpor --jobs 2 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args 0 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args 50 | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 2 -- -DBUG | FileCheck %s --check-prefix=BUG
// Actors with mailboxes: accounts that are asked to move money, a clerk that asks them, a bank that
// knows them, and replies.
// CHECK: safe:
// The balance is read where it must not be: outside of the thread it belongs to.
// BUG: actors.cpp:{{[0-9]+}}:{{[0-9]+}}: error: data race on {{.*}}[data-race]
// BUG: bug:
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>

/// Messages from many senders to one receiver, in order of arrival.
template <class T> class Mailbox {
public:
  void send(T message) {
    std::lock_guard<std::mutex> guard(mutex);
    messages.push_back(std::move(message));
    arrived.notify_one();
  }

  /// Waits for a message.
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
#ifdef BUG
  int peek() const { return balance; }
#endif

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
#ifdef BUG
  return account.peek();
#endif
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

/// Moves money between two accounts by messages alone, and tells who asked how it went.
struct Transfer {
  Account *from;
  Account *to;
  int amount;
  std::shared_ptr<Mailbox<std::string>> reply;
};
using ClerkMessage = std::variant<Transfer, Stop>;

class Clerk : public Actor<ClerkMessage> {
public:
  int refusals() const { return refused; }

protected:
  bool handle(ClerkMessage message) override {
    Transfer *transfer = std::get_if<Transfer>(&message);
    if (!transfer)
      return false;
    try {
      move(*transfer);
      transfer->reply->send("done");
    } catch (const std::runtime_error &error) {
      ++refused;
      transfer->reply->send(error.what());
    }
    return true;
  }

private:
  static void move(const Transfer &transfer) {
    if (!take(*transfer.from, transfer.amount))
      throw std::runtime_error(transfer.from->owner() + " has too little");
    transfer.to->send(Deposit{transfer.amount});
  }
  int refused = 0;
};

static std::shared_ptr<Mailbox<std::string>> transfer(Clerk &clerk, Account &from, Account &to,
                                                      int amount) {
  auto reply = std::make_shared<Mailbox<std::string>>();
  clerk.send(Transfer{&from, &to, amount, reply});
  return reply;
}

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

/// Three actors: what the clerk takes from one account arrives at the other, or nothing moves.
static void transfers(int deposit) {
  Bank bank;
  Account &ann = bank.account("ann");
  Account &bob = bank.account("bob");
  const bool isEnough = deposit >= 30;
  if (deposit)
    ann.send(Deposit{deposit});
  Clerk clerk;
  clerk.start();
  assert(transfer(clerk, ann, bob, 30)->receive() == (isEnough ? "done" : "ann has too little"));
  clerk.send(Stop{});
  clerk.join();
  assert(clerk.refusals() == (isEnough ? 0 : 1));
}

int main(int count, char **words) {
  if (count > 1)
    transfers(std::stoi(words[1]));
  else
    twoCustomers();
}
