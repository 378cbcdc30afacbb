// Elements whose construction throws: what was made is destroyed, containers keep their promises.
#include <cstdio>
#include <list>
#include <memory>
#include <new>
#include <vector>

static int alive = 0;
static int budget = 0;

struct Element {
  int value;
  Element(int value) : value(value) { spend(); }
  Element(const Element &other) : value(other.value) { spend(); }
  Element &operator=(const Element &other) = default;
  ~Element() { --alive; }

private:
  static void spend() {
    if (budget == 0)
      throw std::bad_alloc();
    --budget;
    ++alive;
  }
};

int main() {
  for (int allowed : {3, 9, 15})
    try {
      budget = allowed;
      std::vector<Element> v;
      for (int i = 0; i < 4; ++i) {
        v.push_back(i * i);
        std::printf("%d:%d ", v.back().value, alive);
      }
      std::printf("all %zu\n", v.size());
    } catch (const std::bad_alloc &) {
      std::printf("given up, alive %d\n", alive);
    }
  budget = 5;
  try {
    auto *array = new Element[3]{1, 2, 3};
    std::printf("array, alive %d\n", alive);
    delete[] array;
    budget = 2;
    array = new Element[3]{1, 2, 3};
    delete[] array;
  } catch (const std::bad_alloc &error) {
    std::printf("%s, alive %d\n", error.what(), alive);
  }
  budget = 100;
  std::vector<Element> kept(4, 9);
  budget = 1;
  try {
    kept.push_back(1);
  } catch (const std::bad_alloc &) {
    std::printf("kept %zu, last %d, alive %d\n", kept.size(), kept.back().value, alive);
  }
  try {
    std::list<Element> l{1, 2, 3};
  } catch (const std::bad_alloc &) {
    std::printf("list, alive %d\n", alive);
  }
  try {
    auto p = std::make_shared<Element>(1);
    std::printf("shared %d\n", p->value);
  } catch (const std::bad_alloc &) {
    std::printf("not shared, alive %d\n", alive);
  }
}
