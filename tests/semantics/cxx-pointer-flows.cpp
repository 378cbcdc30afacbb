// Pointers through the machinery of C++: members, virtual bases, exceptions, callables, containers.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Base {
  virtual ~Base() = default;
  virtual int value() const { return *at; }
  int *at = nullptr;
};
struct Left : virtual Base {
  int value() const override { return *at + 1; }
};
struct Right : virtual Base {
  int *other = nullptr;
};
struct Both : Left, Right {
  int value() const override { return *at + *other; }
};

static int numbers[3] = {1, 20, 300};

static int thrown(int how) {
  try {
    if (how == 0)
      throw &numbers[1];
    if (how == 1) {
      Both both;
      both.at = &numbers[0];
      both.other = &numbers[2];
      throw both;
    }
    throw std::runtime_error("text");
  } catch (const int *pointer) {
    return *pointer;
  } catch (const Right &right) {
    return right.value() + *right.other;
  } catch (const std::exception &error) {
    return error.what()[0];
  }
}

static int again() {
  try {
    try {
      throw &numbers[2];
    } catch (int *) {
      throw;
    }
  } catch (const int *pointer) {
    return *pointer;
  }
}

struct Holder {
  int *first = &numbers[0];
  int *second = &numbers[1];
  int get(int *more) const { return *first + *more; }
};

int main() {
  std::vector<std::unique_ptr<Base>> all;
  all.push_back(std::make_unique<Left>());
  all.push_back(std::make_unique<Both>());
  for (auto &one : all)
    one->at = &numbers[2];
  auto *both = dynamic_cast<Both *>(all[1].get());
  both->other = &numbers[1];
  int sum = 0;
  for (const auto &one : all)
    sum += one->value();
  std::printf("%d %d %d %d %d\n", sum, thrown(0), thrown(1), thrown(2), again());

  int *Holder::*member = &Holder::second;
  int (Holder::*method)(int *) const = &Holder::get;
  Holder holder;
  int (Base::*virtualMethod)() const = &Base::value;
  std::printf("%d %d %d\n", *(holder.*member), (holder.*method)(&numbers[2]),
              (all[0].get()->*virtualMethod)());

  int *captured = &numbers[1];
  std::function<int *(int)> choose = [captured, &holder](int which) {
    return which ? captured : holder.first;
  };
  std::map<std::string, std::function<int *(int)>> table;
  table["choose"] = choose;
  table["second"] = [](int) { return &numbers[2]; };
  int total = 0;
  for (const auto &[name, run] : table)
    total += *run(1) + static_cast<int>(name.size());
  std::shared_ptr<int *> shared = std::make_shared<int *>(&numbers[0]);
  std::weak_ptr<int *> weak = shared;
  std::printf("%d %d\n", total, **weak.lock());
  return 0;
}
