// variant as a state machine, several variants visited at once, monostate, optional chains.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

struct Idle {};
struct Running {
  int done = 0;
};
struct Failed {
  std::string why;
};
using State = std::variant<Idle, Running, Failed>;
struct Start {};
struct Step {
  int by;
};
struct Crash {};
using Event = std::variant<Start, Step, Crash>;

struct Next {
  State operator()(Idle, Start) const { return Running{}; }
  State operator()(Running r, Step s) const { return Running{r.done + s.by}; }
  State operator()(Running r, Crash) const {
    return Failed{"crashed at " + std::to_string(r.done)};
  }
  template <class S, class E> State operator()(S s, E) const { return s; }
};

struct Expression;
using Ptr = std::unique_ptr<Expression>;
struct Binary {
  char op;
  Ptr left, right;
};
struct Expression {
  std::variant<int, Binary> node;
};
Ptr number(int n) {
  return Ptr(new Expression{n});
}
Ptr binary(char op, Ptr l, Ptr r) {
  return Ptr(new Expression{Binary{op, std::move(l), std::move(r)}});
}
std::optional<int> evaluate(const Expression &e) {
  if (const int *n = std::get_if<int>(&e.node))
    return *n;
  const Binary &b = std::get<Binary>(e.node);
  const auto l = evaluate(*b.left), r = evaluate(*b.right);
  if (!l || !r || (b.op == '/' && *r == 0))
    return std::nullopt;
  switch (b.op) {
  case '+':
    return *l + *r;
  case '*':
    return *l * *r;
  default:
    return *l / *r;
  }
}

int main() {
  State state;
  for (const Event &event :
       std::vector<Event>{Step{1}, Start{}, Step{2}, Step{3}, Crash{}, Start{}}) {
    state = std::visit(Next(), state, event);
    std::printf("%zu ", state.index());
  }
  std::printf("%s\n", std::get<Failed>(state).why.c_str());
  auto good = binary('+', number(2), binary('*', number(3), number(4)));
  auto bad = binary('/', number(1), binary('+', number(0), number(0)));
  std::printf("%d %d\n", evaluate(*good).value(), evaluate(*bad).has_value());
  std::variant<std::monostate, std::string> maybe;
  std::printf("%d ", std::holds_alternative<std::monostate>(maybe));
  maybe.emplace<1>(3, 'x');
  std::printf("%s %d\n", std::get<1>(maybe).c_str(), maybe == decltype(maybe)("xxx"));
  std::optional<int> a, b = 3;
  std::printf("%d %d %d ", a < b, a == std::nullopt, a.value_or(9));
  std::swap(a, b);
  std::printf("%d %d\n", *a, b.has_value());
  std::optional<std::vector<int>> list(std::in_place, 3, 7);
  list->push_back(1);
  const auto taken = std::exchange(list, std::nullopt);
  std::printf("%zu %d\n", taken->size(), list.has_value());
}
