// Formulas over conditions on inputs and the order of events, asked many times: what predictive
// analysis is made of (paper 000, section III-C).
//
// All of it is given to one solver of Z3. A question names literals as assumptions, so that what Z3
// learned for one serves the next.
#pragma once

#include "expr/node.h"
#include "solver/solver.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::solver {

/// A truth value of a formula.
class Literal {
public:
  bool operator==(const Literal &) const = default;

private:
  friend class Formula;
  explicit Literal(void *term) : term(term) {}
  void *term;
};

/// Where an event stands in the order of all.
struct Position {
  std::uint32_t number = 0;
};

class Formula {
public:
  explicit Formula(unsigned timeoutMilliseconds);
  ~Formula();
  Formula(const Formula &) = delete;
  Formula &operator=(const Formula &) = delete;

  Literal yes() const;
  Literal no() const;
  Literal fresh();
  Literal truth(expr::Ref condition);
  Literal negate(Literal a);
  Literal all(std::span<const Literal> parts);
  Literal any(std::span<const Literal> parts);
  Literal implies(Literal a, Literal b);
  Position position();
  Literal before(Position a, Position b);

  void require(Literal fact);
  /// What was required since is forgotten at `pop`.
  void push();
  void pop();

  /// Whether the assumptions can hold with all that is required. On No, `core` has assumptions (by
  /// number) that cannot.
  Answer ask(std::span<const Literal> assumptions, std::vector<std::size_t> &core);
  // Of the last question, if its answer was Yes.
  bool holds(Literal literal) const;
  std::int64_t valueOf(Position position) const;
  /// Nothing where the formula says nothing about the input.
  bool knows(std::uint32_t input) const;
  std::uint64_t valueOf(std::uint32_t input) const;

  /// Constraints required so far.
  std::uint64_t size() const { return required; }
  double seconds() const { return spent; }
  /// Of each question from now on.
  void setTimeout(unsigned milliseconds);
  /// Ends the running question soon. From any thread.
  void interrupt();

private:
  struct State;
  std::unique_ptr<State> state;
  std::uint64_t required = 0;
  double spent = 0;
};

} // namespace heddle::solver
