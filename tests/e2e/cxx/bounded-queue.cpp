// RUN: %heddle check %s --strategy dpor | FileCheck %s
// A bounded queue with two producers and two consumers, closed when all is produced.
// CHECK: safe:
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

/// Blocks producers while it is full and consumers while it is empty.
template <class T> class BoundedQueue {
public:
  explicit BoundedQueue(std::size_t capacity) : capacity(capacity) {
    if (capacity == 0)
      throw std::invalid_argument("a queue for nothing");
  }
  BoundedQueue(const BoundedQueue &) = delete;
  BoundedQueue &operator=(const BoundedQueue &) = delete;

  /// False if the queue was closed.
  bool push(T value) {
    std::unique_lock<std::mutex> lock(mutex);
    notFull.wait(lock, [this] { return isClosed || items.size() < capacity; });
    if (isClosed)
      return false;
    items.push_back(std::move(value));
    assert(items.size() <= capacity);
    lock.unlock();
    notEmpty.notify_one();
    return true;
  }

  /// Nothing if the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock<std::mutex> lock(mutex);
    notEmpty.wait(lock, [this] { return isClosed || !items.empty(); });
    if (items.empty())
      return std::nullopt;
    T value = std::move(items.front());
    items.pop_front();
    lock.unlock();
    notFull.notify_one();
    return value;
  }

  std::optional<T> tryPop() {
    std::lock_guard<std::mutex> guard(mutex);
    if (items.empty())
      return std::nullopt;
    T value = std::move(items.front());
    items.pop_front();
    notFull.notify_one();
    return value;
  }

  void close() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      isClosed = true;
    }
    notEmpty.notify_all();
    notFull.notify_all();
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> guard(mutex);
    return items.size();
  }

private:
  const std::size_t capacity;
  mutable std::mutex mutex;
  std::condition_variable notEmpty;
  std::condition_variable notFull;
  std::deque<T> items;
  bool isClosed = false;
};

struct Order {
  int producer = 0;
  int number = 0;
};

/// What consumers have seen, each for itself.
struct Ledger {
  int sum = 0;
  int count = 0;
  int lastOf[2] = {0, 0};

  void note(const Order &order) {
    assert(order.producer == 0 || order.producer == 1);
    // Orders of one producer come in their order.
    assert(order.number > lastOf[order.producer]);
    lastOf[order.producer] = order.number;
    sum += order.number;
    ++count;
  }
};

static void produce(BoundedQueue<Order> &queue, int producer, int count) {
  for (int i = 1; i <= count; ++i) {
    const bool taken = queue.push({producer, i});
    assert(taken);
  }
}

static void consume(BoundedQueue<Order> &queue, Ledger &ledger) {
  while (std::optional<Order> order = queue.pop())
    ledger.note(*order);
}

static void rejectsNothing() {
  bool isRejected = false;
  try {
    BoundedQueue<int> none(0);
  } catch (const std::invalid_argument &) {
    isRejected = true;
  }
  assert(isRejected);
}

static void worksAlone() {
  BoundedQueue<int> queue(2);
  queue.push(1);
  queue.push(2);
  assert(queue.size() == 2);
  assert(queue.pop() == 1);
  assert(queue.tryPop() == 2);
  assert(!queue.tryPop());
  queue.close();
  assert(!queue.push(3));
  assert(!queue.pop());
}

int main() {
  rejectsNothing();
  worksAlone();
  constexpr int each = 1;
  BoundedQueue<Order> queue(1);
  Ledger ledgers[2];
  std::vector<std::thread> producers;
  std::vector<std::thread> consumers;
  for (Ledger &ledger : ledgers)
    consumers.emplace_back(consume, std::ref(queue), std::ref(ledger));
  for (int i = 0; i < 2; ++i)
    producers.emplace_back(produce, std::ref(queue), i, each);
  for (std::thread &producer : producers)
    producer.join();
  queue.close();
  for (std::thread &consumer : consumers)
    consumer.join();
  assert(ledgers[0].count + ledgers[1].count == 2 * each);
  assert(ledgers[0].sum + ledgers[1].sum == each * (each + 1));
  assert(queue.size() == 0);
}
