// flags: -std=c++20
// Ranges: views composed lazily, projections, algorithms on whole containers, own ranges.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <ranges>
#include <string>
#include <vector>

struct Person {
  std::string name;
  int age;
};

template <class R> void show(R &&range) {
  for (auto &&n : range)
    std::printf("%d ", int(n));
  std::puts("");
}

int main() {
  namespace views = std::views;
  std::vector<int> v{5, 3, 8, 1, 9, 2};
  show(v | views::filter([](int n) { return n > 2; }) |
       views::transform([](int n) { return n * n; }));
  show(v | views::reverse | views::drop(1) | views::take(3));
  show(views::iota(1) | views::transform([](int n) { return n * 3; }) |
       views::take_while([](int n) { return n < 20; }));
  show(views::iota(0, 5) | views::drop_while([](int n) { return n < 2; }));
  int looked = 0;
  auto lazy = v | views::transform([&](int n) { return ++looked, n; });
  std::printf("%d %d %d\n", looked, *lazy.begin(), looked);
  std::vector<Person> people{{"ann", 30}, {"bob", 25}, {"cy", 41}};
  std::ranges::sort(people, {}, &Person::age);
  std::printf("%s %s\n", people[0].name.c_str(),
              std::ranges::max(people, {}, &Person::age).name.c_str());
  show(people | views::transform(&Person::age));
  auto found = std::ranges::find(people, "ann", &Person::name);
  std::printf("%td\n", found - people.begin());
  std::printf("%d %td\n", std::ranges::any_of(v, [](int n) { return n == 8; }),
              std::ranges::count_if(v, [](int n) { return n % 2; }));
  std::ranges::sort(v, std::greater<>());
  show(v);
  auto [out, end] = std::ranges::copy(v | views::take(2), v.begin() + 4);
  std::printf("%d\n", end == v.end());
  show(v);
  std::vector<std::vector<int>> nested{{1, 2}, {}, {3}};
  show(nested | views::join);
  std::vector<std::pair<int, char>> pairs{{1, 'a'}, {2, 'b'}};
  show(pairs | views::keys);
  show(pairs | views::values);
  const std::string text = "over and under";
  for (auto word : text | views::split(' '))
    std::printf("%td ", std::ranges::distance(word));
  std::puts("");
  const auto removed = std::ranges::remove_if(v, [](int n) { return n > 8; });
  v.erase(removed.begin(), removed.end());
  show(v);
  std::printf("%d %d\n", std::ranges::is_sorted(v), std::ranges::equal(v, std::vector{8, 5, 3}));
  auto [low, high] = std::ranges::minmax({4, 7, 1});
  std::printf("%d %d\n", low, high);
}
