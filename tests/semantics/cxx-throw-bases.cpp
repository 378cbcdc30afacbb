// Catching bases: several, virtual, ambiguous, private; pointers to them.
#include <cstdio>

struct A { int a = 1; virtual ~A() = default; };
struct B { int b = 2; virtual ~B() = default; };
struct C : A, B { int c = 3; };
struct V1 : virtual A { int v1 = 4; };
struct V2 : virtual A { int v2 = 5; };
struct Diamond : V1, V2 { int d = 6; };
struct Left : A {};
struct Right : A {};
struct Twice : Left, Right {};
struct Hidden : private A, B {};

template <class T> void test(const char *name) {
  try {
    throw T();
  } catch (const A &a) {
    std::printf("%s: A %d\n", name, a.a);
  } catch (const B &b) {
    std::printf("%s: B %d\n", name, b.b);
  } catch (...) {
    std::printf("%s: other\n", name);
  }
  static T object;
  try {
    throw &object;
  } catch (B *b) {
    std::printf("%s: B* %d\n", name, b->b);
  } catch (A *a) {
    std::printf("%s: A* %d\n", name, a->a);
  } catch (void *) {
    std::printf("%s: void*\n", name);
  }
}

int main() {
  test<A>("A");
  test<C>("C");
  test<Diamond>("Diamond");
  test<Twice>("Twice");
  test<Hidden>("Hidden");
  test<int>("int");
}
