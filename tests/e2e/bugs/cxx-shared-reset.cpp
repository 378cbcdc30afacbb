// RUN: %expect %s
// One thread resets a shared_ptr that another one copies: counts are atomic, the pointer is not.
// EXPECT: data-race
// EXPECT-MAYBE: use-after-free
// EXPECT-MAYBE: null-pointer
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread reader([] {
    std::shared_ptr<int> copy = current; // BUG: data-race, use-after-free
    if (copy)
      *copy += 1; // BUG: use-after-free, null-pointer
  });
  current.reset(); // BUG: data-race
  reader.join();
}
