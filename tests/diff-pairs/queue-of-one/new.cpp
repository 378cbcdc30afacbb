// a C++ queue whose consumer does not wait until there is something in it
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable put;
int item;
bool isFull = false;
int taken;

static void producer() {
  std::unique_lock<std::mutex> guard(lock);
  item = 6;
  isFull = true;
  put.notify_one();
}

static void consumer() {
  std::unique_lock<std::mutex> guard(lock);
  while (!isFull)
    put.wait(guard);
  taken = item;
}

int main() {
  std::thread first(producer);
  std::thread second(consumer);
  first.join();
  second.join();
  return 0;
}
