// Paper 001, figure 5: of the classes that a lazy pointer may be to, the one whose function is on
// the way comes first. Where it is first used says nothing of that yet.
// RUN: %exits 1 %heddle reach %s --target lazy.cpp:41 --strategy guided --out %t | FileCheck %s
// RUN: %exits 1 %heddle replay %t/target-lazy.cpp-41.heddle | FileCheck %s --check-prefix=AGAIN
// CHECK: lazy.cpp:41:11: error: main comes here [target]
// CHECK: guided: {{1?[0-9]}} states,
// AGAIN: lazy.cpp:41:11: error: main comes here [target]
#include <atomic>
#include <heddle/heddle.h>
#include <thread>

static std::atomic<int> level{0};

struct O {
  virtual ~O() = default;
  virtual void act();
  int kind;
};
struct A : O {
  void act() override;
};
struct B : O {
  void act() override;
};
struct C : O {
  void act() override;
};
struct D : C {
  void act() override;
};
void O::act() { ++level; }
void A::act() { level += 2; }
void B::act() { level += 3; }
void C::act() {
  if (level > 100)
    level = 0;
}
void D::act() {
  if (level == 7)
    // The target.
    level = -1;
}

int main() {
  std::thread other([] { level = 7; });
  O *object;
  heddle_lazy(&object, "O");
  if (object) {
    const int kind = object->kind;
    for (int i = 0; i < 3; ++i)
      level += kind == i;
    object->act();
  }
  other.join();
  return 0;
}
