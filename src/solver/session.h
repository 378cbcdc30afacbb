// Questions to Z3.
//
// Every condition over bits is given to Z3 once, behind a literal of its own (literal =>
// condition). A question names the literals of its conditions as assumptions. So what Z3 learned
// for one path serves the next, and a contradiction comes with the conditions it needs.
#pragma once

#include "solver/backwards.h"
#include "solver/solver.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>

namespace heddle::solver {

class Session {
public:
  explicit Session(unsigned timeoutMilliseconds);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Whether the conditions can hold together. Yes fills `values` for their inputs, No fills `core`
  /// with conditions that cannot hold together.
  Answer ask(std::span<const expr::Ref> conditions, Proposal &values, std::vector<expr::Ref> &core);

  void interrupt();
  /// An interruption ends one question: this is the end of it.
  void endQuestion() { isInterrupted = false; }
  bool wasInterrupted() const { return isInterrupted; }

private:
  struct Context;
  void begin();
  Answer askBits(std::span<const expr::Ref> conditions, Proposal &values,
                 std::vector<expr::Ref> &core);
  Answer askFloats(std::span<const expr::Ref> conditions, Proposal &values,
                   std::vector<expr::Ref> &core);
  template <class Check> auto check(Check check);

  unsigned timeoutMilliseconds;
  std::unique_ptr<Context> context;
  std::mutex mutex; ///< Keeps `context` in place while another thread interrupts it.
  std::atomic<bool> isInterrupted = false;
  std::atomic<bool> isChecking = false;
};

} // namespace heddle::solver
