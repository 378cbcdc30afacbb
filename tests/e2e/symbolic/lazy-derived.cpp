// A pointer to a class may point to an object of one that is derived from it, be it by its second
// base; abstract classes have no objects.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-lazy-derived.cpp-50.heddle | FileCheck %s --check-prefix=REPLAY
// RUN: not %heddle check %s --all --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 3 %heddle check %s --out %t -- -DVIRTUAL | FileCheck %s --check-prefix=VIRTUAL
// RUN: not %heddle check %s --out %t -- -DNOTHING 2>&1 | FileCheck %s --check-prefix=NOTHING
#include <cassert>
#include <heddle/heddle.h>

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Named {
  virtual ~Named() = default;
  virtual int name() const;
  int length;
};
namespace parts {
struct Square : Shape {
  int corners() const override;
  int side;
};
struct Label final : Named, Shape {
  int corners() const override;
  int name() const override;
};
} // namespace parts
struct Never : Shape {};
struct Empty : Never {
  int corners() const override { return 0; } // Nobody makes one, so there is no table of it.
};
int Named::name() const { return 1; }
int parts::Square::corners() const { return side < 0 ? -4 : 4; }
int parts::Label::corners() const { return 5; }
int parts::Label::name() const { return 2; }

int main() {
#ifdef NOTHING
  Empty *none;
  heddle_lazy(&none, "Empty");
#endif
  Shape *shape;
  heddle_lazy(&shape, "Shape");
  if (!shape)
    return 0;
  const int corners = shape->corners();
#ifndef VIRTUAL
  assert(corners != 5); // CHECK-DAG: lazy-derived.cpp:50:3: error: assertion failed: corners != 5
  assert(corners != -4);
  Named *named;
  heddle_lazy(&named, "Named");
  if (named)
    assert(named->name() == 1);
#endif
  return corners == 100;
}
// CHECK-DAG: lazy-derived.cpp:51:3: error: assertion failed: corners != -4
// CHECK-DAG: Square1.side = -1
// CHECK-DAG: lazy-derived.cpp:55:5: error: assertion failed: named->name() == 1
// REPLAY: error: assertion failed: corners != 5
#ifdef VIRTUAL
struct Ghost : virtual Shape {
  int corners() const override;
};
int Ghost::corners() const { return 3; }
#endif
// VIRTUAL: incomplete: unsupported at {{.*}}a lazy pointer to an object of class 'Ghost', which has a virtual base
// NOTHING: heddle_lazy: the program makes no object of type 'Empty' or of one derived from it
