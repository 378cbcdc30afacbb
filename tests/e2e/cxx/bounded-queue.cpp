// RUN: %heddle check %s --strategy dpor --jobs 2 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args stages | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 2 -- -DBUG | FileCheck %s --check-prefix=BUG
// A bounded queue in a ring: two producers and two consumers, closed when all is produced; and a
// chain of two queues with a thread between them.
// CHECK: safe:
// With one condition variable for both sides a signal may wake who cannot use it.
// BUG: bounded-queue.cpp:{{[0-9]+}}:{{[0-9]+}}: error: lost wake-up{{.*}}queue.changed{{.*}}[lost-wakeup]
// BUG: bug:
#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// A fixed number of places, used in turn. Not for several threads.
template <class T> class Ring {
public:
  explicit Ring(std::size_t capacity) : places(capacity) {
    if (capacity == 0)
      throw std::invalid_argument("a ring for nothing");
  }
  bool isEmpty() const { return count == 0; }
  bool isFull() const { return count == places.size(); }
  std::size_t size() const { return count; }

  void push(T value) {
    assert(!isFull());
    places[(first + count) % places.size()] = std::move(value);
    ++count;
  }
  T pop() {
    assert(!isEmpty());
    std::optional<T> value;
    value.swap(places[first]);
    first = (first + 1) % places.size();
    --count;
    return std::move(*value);
  }

private:
  std::vector<std::optional<T>> places;
  std::size_t first = 0;
  std::size_t count = 0;
};

/// What went through, for who looks after the queue.
struct Statistics {
  std::size_t pushed = 0;
  std::size_t popped = 0;
  std::size_t refused = 0;
  std::size_t most = 0;
};

/// Blocks producers while it is full and consumers while it is empty.
template <class T> class BoundedQueue {
public:
  explicit BoundedQueue(std::size_t capacity) : items(capacity) {}
  BoundedQueue(const BoundedQueue &) = delete;
  BoundedQueue &operator=(const BoundedQueue &) = delete;

  /// False if the queue was closed.
  bool push(T value) {
    std::unique_lock<std::mutex> lock(mutex);
    notFull().wait(lock, [this] { return isClosed || !items.isFull(); });
    return put(std::move(value));
  }

  /// Does not wait.
  bool tryPush(T value) {
    std::lock_guard<std::mutex> guard(mutex);
    return !items.isFull() && put(std::move(value));
  }

  /// Nothing if the queue is closed and empty.
  std::optional<T> pop() {
    std::unique_lock<std::mutex> lock(mutex);
    notEmpty().wait(lock, [this] { return isClosed || !items.isEmpty(); });
    return take();
  }

  std::optional<T> tryPop() {
    std::lock_guard<std::mutex> guard(mutex);
    return take();
  }

  void close() {
    std::lock_guard<std::mutex> guard(mutex);
    isClosed = true;
    notEmpty().notify_all();
    notFull().notify_all();
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> guard(mutex);
    return items.size();
  }
  Statistics statistics() const {
    std::lock_guard<std::mutex> guard(mutex);
    return numbers;
  }

private:
  bool put(T value) {
    if (isClosed) {
      ++numbers.refused;
      return false;
    }
    items.push(std::move(value));
    ++numbers.pushed;
    numbers.most = std::max(numbers.most, items.size());
    notEmpty().notify_one();
    return true;
  }
  std::optional<T> take() {
    if (items.isEmpty())
      return std::nullopt;
    ++numbers.popped;
    std::optional<T> value = items.pop();
    notFull().notify_one();
    return value;
  }

#ifdef BUG
  std::condition_variable &notEmpty() { return changed; }
  std::condition_variable &notFull() { return changed; }
#else
  std::condition_variable &notEmpty() { return changed; }
  std::condition_variable &notFull() { return left; }
  std::condition_variable left;
#endif
  mutable std::mutex mutex;
  std::condition_variable changed;
  Ring<T> items;
  Statistics numbers;
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
  assert(queue.push(1) && queue.tryPush(2) && !queue.tryPush(3));
  assert(queue.size() == 2);
  assert(queue.pop() == 1);
  assert(queue.tryPop() == 2);
  assert(!queue.tryPop());
  queue.close();
  assert(!queue.push(3) && !queue.pop());
  const Statistics numbers = queue.statistics();
  assert(numbers.pushed == 2 && numbers.popped == 2 && numbers.refused == 1 && numbers.most == 2);
}

static void ownsWhatIsLeft() {
  auto item = std::make_shared<int>(5);
  {
    BoundedQueue<std::shared_ptr<int>> queue(3);
    queue.push(item);
    queue.push(item);
    queue.pop();
    assert(item.use_count() == 2);
  }
  assert(item.use_count() == 1);
}

static void manyToMany() {
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
  const Statistics numbers = queue.statistics();
  assert(numbers.pushed == 2 * each && numbers.popped == numbers.pushed && numbers.most == 1);
}

/// Numbers go through a thread that makes texts of them, in their order.
static void stages() {
  BoundedQueue<int> numbers(1);
  BoundedQueue<std::string> texts(1);
  std::thread middle([&] {
    while (const std::optional<int> number = numbers.pop())
      texts.push(std::to_string(*number * *number));
    texts.close();
  });
  std::thread source([&] {
    for (int i = 1; i <= 3; ++i)
      numbers.push(i);
    numbers.close();
  });
  std::vector<std::string> all;
  while (std::optional<std::string> text = texts.pop())
    all.push_back(std::move(*text));
  source.join();
  middle.join();
  assert(std::accumulate(all.begin(), all.end(), std::string()) == "149");
}

int main(int count, char **) {
  rejectsNothing();
  worksAlone();
  ownsWhatIsLeft();
  count > 1 ? stages() : manyToMany();
}
