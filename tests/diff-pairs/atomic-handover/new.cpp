// a C++ handover through an atomic that the receiver looks at once only
#include <atomic>
#include <thread>

std::atomic<int> delivered{0};
int parcel;
int opened;

static void carrier() {
  parcel = 21;
  delivered.store(1);
}

static void addressee() {
  opened = parcel;
}

int main() {
  std::thread first(carrier);
  std::thread second(addressee);
  first.join();
  second.join();
  return 0;
}
