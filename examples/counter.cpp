// Three threads count to one total under a lock, and note who was last without one.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Counter {
public:
  void add(int amount) {
    std::lock_guard<std::mutex> guard(mutex_);
    total_ += amount;
  }
  void visit(int who) { last_ = who; }
  int total() const { return total_; }

private:
  std::mutex mutex_;
  int total_ = 0;
  int last_ = 0;
};

static Counter counter;

static void work(int who) {
  counter.add(10);
  counter.visit(who);
}

int main() {
  std::vector<std::thread> workers;
  for (int who = 1; who <= 2; ++who)
    workers.emplace_back(work, who);
  std::thread bonus([] { counter.add(5); });
  for (std::thread &worker : workers)
    worker.join();
  bonus.join();
  assert(counter.total() == 25);
  return 0;
}
