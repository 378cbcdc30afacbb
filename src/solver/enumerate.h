// Trying every value, where a question depends on a few bits of input only.
//
// A division or a float costs Z3 seconds even on one byte; all values of two bytes are tried in
// milliseconds, and the answer is exact either way.
#pragma once

#include "solver/backwards.h"
#include "solver/repair.h"
#include "solver/solver.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::solver {

class Enumerate {
public:
  /// Whether the conditions can hold together; `values` are then inputs for which they do. Unknown
  /// if there is too much to try.
  Answer decide(std::span<const expr::Ref> relevant, expr::Ref condition, const Widths &widths,
                Proposal &values);

private:
  /// One operation on values that were worked out before.
  struct Operation {
    expr::Ref node = nullptr;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::vector<std::uint32_t> elements; ///< Of a table.
  };
  bool lay(expr::Ref condition);
  std::uint64_t valueOf(const Operation &operation) const;

  std::vector<Operation> operations;
  struct Goal { ///< A condition: where its value is, and after how many operations.
    std::uint32_t place = 0;
    std::uint32_t end = 0;
  };
  std::vector<Goal> goals;
  std::unordered_map<expr::Ref, std::uint32_t> places;
  std::vector<std::uint64_t> known; ///< Values of the operations.
};

} // namespace heddle::solver
