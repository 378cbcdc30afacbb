// Formulas about states (paper 004, section 4): from a state where one holds nothing bad was found
// to follow. A formula is a list of expressions over cells that all hold.
#pragma once

#include "expr/cells_replaced.h"
#include "vm/machine.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::explore {

struct Formula {
  bool isFalse = false;         ///< Nothing is known to be good.
  std::vector<expr::Ref> parts; ///< By number; none is a constant.

  static Formula nothing() { return {true, {}}; }
  bool operator==(const Formula &) const = default;
};

/// Makes formulas for one machine. One that grows too large becomes false.
class Formulas {
public:
  Formulas(vm::Machine &machine, std::uint64_t most) : machine(machine), most(most) {}

  Formula both(const Formula &a, const Formula &b);
  Formula either(const Formula &a, const Formula &b);
  Formula all(std::span<const expr::Ref> conditions);
  /// What must hold before a step so that this holds after it.
  Formula before(const vm::Transfer &step, const Formula &after);
  /// What the choices of a state depend on.
  Formula choices(const vm::Transfer &asked);
  const std::vector<std::uint32_t> &cellsOf(expr::Ref part);

private:
  Formula checked(Formula formula);
  static bool add(Formula &to, expr::Ref part);
  static void order(Formula &formula);
  bool isTouched(const vm::Transfer &step, expr::Ref part);

  struct Known {
    std::vector<std::uint32_t> cells;
    std::size_t size = 0;
  };
  const Known &of(expr::Ref part);

  vm::Machine &machine;
  const std::uint64_t most;
  std::unordered_map<expr::Ref, Known> known;
};

} // namespace heddle::explore
