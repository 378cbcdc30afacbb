// RUN: %expect %s
// A home-made lazy initialisation runs twice; the static local beside it does not.
// EXPECT: data-race
// EXPECT-MAYBE: assertion
#include <cassert>
#include <thread>

static int made;
static bool isMade; // Not guarded by anything.

static void prepare() {
  if (!isMade) { // BUG: data-race
    ++made;      // BUG: data-race
    isMade = true; // BUG: data-race
  }
  static int once = 5;
  (void)once;
}

int main() {
  std::thread a(prepare), b(prepare);
  a.join();
  b.join();
  assert(made == 1); // BUG: assertion
}
