// Independence: which conditions of a path have to do with each other.
//
// Two conditions belong together if they share an input, or both belong together with a third. The
// groups grow and shrink with the path: a union-find over the inputs that can be undone, and in
// each set the list of its conditions.
#pragma once

#include "expr/node.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::solver {

class Groups {
public:
  void push(expr::Ref condition);
  void pop();
  /// The places on the path of the conditions in the groups of these inputs, rising.
  std::vector<std::uint32_t> around(const expr::Support &support) const;
  /// How many different sets of inputs that conditions depend on have this one.
  std::uint32_t uses(std::uint32_t input) const {
    return input < sets.size() ? sets[input].uses : 0;
  }

private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Set {
    std::uint32_t parent = none;
    std::uint32_t size = 1;
    std::uint32_t first = none; ///< The list of conditions, of a root.
    std::uint32_t last = none;
    std::uint32_t uses = 0;
  };
  /// What changed a list: a set joined to another, or (`joined` is none) a condition appended.
  struct Step {
    std::uint32_t root = none;
    std::uint32_t joined = none;
    std::uint32_t lastBefore = none;
  };
  struct Pushed {
    const expr::Support *support = nullptr;
    std::size_t steps = 0; ///< How many there were before.
    std::uint32_t next = none;
  };

  std::uint32_t find(std::uint32_t input) const {
    while (sets[input].parent != none)
      input = sets[input].parent;
    return input;
  }
  void join(std::uint32_t a, std::uint32_t b);
  void undo(const Step &step);

  std::vector<Set> sets; ///< By input.
  std::vector<Pushed> path;
  std::vector<Step> steps;
  /// How often each set of inputs is on the path: only the first time has inputs to join.
  std::unordered_map<const expr::Support *, std::uint32_t> seen;
};

} // namespace heddle::solver
