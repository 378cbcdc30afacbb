// dynamic_cast across branches, from ambiguous and private bases, to void, of references.
#include <cstdio>
#include <typeinfo>

struct A {
  virtual ~A() = default;
  int a = 1;
};
struct B {
  virtual ~B() = default;
  int b = 2;
};
struct C : A {
  int c = 3;
};
struct D : A {
  int d = 4;
};
struct Twice : C, D, B {}; // Two different A.
struct Hidden : A, private B {
  B *own() { return this; }
};
struct Virtual : virtual A {};
struct Most : Virtual, B {
  int m = 5;
};

template <class To, class From> void tell(const char *what, From *from) {
  To *to = dynamic_cast<To *>(from);
  std::printf("%s: %s\n", what, to ? "yes" : "no");
}

int main() {
  Twice twice;
  C *c = &twice;
  A *viaC = c;
  A *viaD = static_cast<D *>(&twice);
  B *b = &twice;
  tell<D>("C to D", c);
  tell<B>("A in C to B", viaC);
  tell<A>("B to A, of which there are two", b);
  tell<C>("B to C", b);
  tell<C>("A in C to C", viaC);
  tell<C>("A in D to C", viaD);
  std::printf("%d %d\n", viaC == viaD, dynamic_cast<void *>(viaC) == dynamic_cast<void *>(viaD));
  std::printf("%d\n", dynamic_cast<void *>(b) == static_cast<void *>(&twice));
  Hidden hidden;
  A *a = &hidden;
  tell<Hidden>("A to Hidden", a);
  tell<B>("A to a private B", a);
  tell<A>("a private B to A", hidden.own());
  Most most;
  A *virtualBase = &most;
  tell<Most>("virtual base to Most", virtualBase);
  tell<B>("virtual base to B", virtualBase);
  std::printf("%d\n", dynamic_cast<Most *>(virtualBase)->m + dynamic_cast<B *>(virtualBase)->b);
  const A &constant = hidden;
  std::printf("%d\n", dynamic_cast<const Hidden &>(constant).a);
  try {
    (void)dynamic_cast<const C &>(constant);
  } catch (const std::bad_cast &error) {
    std::puts(error.what());
  }
  A *null = nullptr;
  tell<C>("null", null);
}
