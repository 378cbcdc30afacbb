// Catching by type: fundamental types, pointers, classes, by value, reference and base.
#include <cstdio>
#include <stdexcept>

struct Base {
  int a = 1;
  virtual ~Base() = default;
  virtual const char *name() const { return "Base"; }
};
struct Derived : Base {
  int b = 2;
  const char *name() const override { return "Derived"; }
};
enum Colour { red, green };
enum class Mode : char { on };

static void raise(int which) {
  static int number = 5;
  static Derived derived;
  switch (which) {
  case 0: throw 1;
  case 1: throw 2L;
  case 2: throw 'c';
  case 3: throw 1.5;
  case 4: throw "text";
  case 5: throw &number;
  case 6: throw Derived();
  case 7: throw &derived;
  case 8: throw green;
  case 9: throw Mode::on;
  case 10: throw nullptr;
  case 11: throw static_cast<const Base *>(&derived);
  case 12: throw std::length_error("long");
  default: throw 1u;
  }
}

int main() {
  for (int i = 0; i < 14; ++i) {
    try {
      raise(i);
    } catch (int value) {
      std::printf("%d: int %d\n", i, value);
    } catch (long value) {
      std::printf("%d: long %ld\n", i, value);
    } catch (char value) {
      std::printf("%d: char %c\n", i, value);
    } catch (double value) {
      std::printf("%d: double %g\n", i, value);
    } catch (const char *value) {
      std::printf("%d: text %s\n", i, value);
    } catch (const int *value) {
      std::printf("%d: pointer to %d\n", i, *value);
    } catch (const Base &value) {
      std::printf("%d: %s %d\n", i, value.name(), value.a);
    } catch (Base *value) {
      std::printf("%d: pointer to %s\n", i, value->name());
    } catch (Colour value) {
      std::printf("%d: colour %d\n", i, value);
    } catch (Mode) {
      std::printf("%d: mode\n", i);
    } catch (const void *value) {
      std::printf("%d: pointer, null %d\n", i, value == nullptr);
    } catch (const std::logic_error &error) {
      std::printf("%d: logic error %s\n", i, error.what());
    } catch (...) {
      std::printf("%d: something\n", i);
    }
  }
}
