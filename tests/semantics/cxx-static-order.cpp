// Objects of static storage: order of construction and destruction, atexit between, function
// locals.
#include <cstdio>
#include <cstdlib>
#include <string>

struct Noisy {
  const char *name;
  explicit Noisy(const char *n) : name(n) { std::printf("+%s\n", name); }
  ~Noisy() { std::printf("-%s\n", name); }
};

static Noisy a("a");
int computed = std::printf("computed\n");
static Noisy b("b");

Noisy &lazy() {
  static Noisy object("lazy");
  return object;
}
inline Noisy shared("inline");
template <class T> struct Of {
  static Noisy object;
};
template <class T> Noisy Of<T>::object("member of a template");

struct Registry {
  static Registry &get() {
    static Registry registry;
    return registry;
  }
  Registry() { std::puts("registry"); }
  ~Registry() { std::printf("registry had %d\n", count); }
  int count = 0;
};
struct Registered {
  Registered() { ++Registry::get().count; }
};
static Registered one, two;

struct Throwing {
  explicit Throwing(int &tries) {
    if (++tries < 2)
      throw tries;
  }
};
void retry(int &tries) {
  static Throwing object(tries); // Tried again after an exception.
}

int main() {
  std::puts("main");
  std::atexit([] { std::puts("handler before lazy"); });
  lazy();
  std::atexit([] { std::puts("handler after lazy"); });
  lazy();
  (void)&Of<int>::object;
  std::printf("%d %d\n", computed, Registry::get().count);
  int tries = 0;
  for (int i = 0; i < 3; ++i)
    try {
      retry(tries);
    } catch (int n) {
      std::printf("thrown %d\n", n);
    }
  std::printf("tries %d\n", tries);
  std::exit(3);
}
