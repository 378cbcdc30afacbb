// A function of a generated program as LLVM IR.
#pragma once

#include "print.h"

#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

namespace heddle::property {

std::string irType(Width width);

class IrFunction {
public:
  IrFunction(const Shape &shape, std::string head);
  std::string finish(const std::string &last) const;
  void block(const Block &statements);
  void initialise(); ///< What main does first.
  void show();       ///< What it does last.

private:
  template <class... T> void line(fmt::format_string<T...> text, T &&...values) {
    code += "  " + fmt::format(text, std::forward<T>(values)...) + "\n";
  }
  /// A line whose value gets a name.
  template <class... T> std::string value(fmt::format_string<T...> text, T &&...values) {
    std::string name = fmt::format("%v{}", next++);
    code += "  " + name + " = " + fmt::format(text, std::forward<T>(values)...) + "\n";
    return name;
  }
  std::string freshLabel() { return fmt::format("b{}", next++); }
  void begin(const std::string &label) { code += label + ":\n"; }
  void jump(const std::string &label) { line("br label %{}", label); }

  std::string operand(const Operand &from);
  std::string narrowed(const Operand &from, Width width);
  std::string widened(const std::string &from, Width width);
  void setLocal(unsigned local, const std::string &to);
  std::string index(const Operand &from);
  std::string address(const Place &place);
  std::string load(const Place &place, Order order);
  void store(const Statement &statement);
  void update(const Statement &statement);
  void compareExchange(const Statement &statement);
  std::string compare(Relation relation, const std::string &left, const std::string &right);
  std::string condition(const Condition &from);
  /// `release` is called at the end of the body.
  void branch(const std::string &on, const Block &body, const Block &otherwise,
              const std::string &release = {});
  void tryToLock(const Statement &statement, const std::string &call, const std::string &release);
  void repeat(const Statement &statement);
  /// The body is given the counter, and where to go to leave the loop.
  void countedLoop(unsigned count,
                   const std::function<void(const std::string &, const std::string &)> &body);
  void eachOf(const Statement &statement, bool creates);
  void loop(const Statement &statement);
  /// The body of a loop, which a Leave ends.
  void inside(const Block &body, const std::string &after);
  /// while (place (relation) left) { call }
  void whileHolds(const Statement &statement, const std::string &call);
  void whileTaken(const Statement &statement);
  void copy(const Statement &statement);
  void fill(const Statement &statement);
  void input(const Statement &statement);
  /// What comes after it in the block is never reached.
  void endBlock(const std::string &call);
  void compute(const Statement &statement);
  void simpleCall(const char *function, const char *prefix, unsigned object);
  void write(const Statement &statement);
  void synchronise(const Statement &statement);
  void tryRwLock(const char *function, const char *more, const Statement &statement);

  const Shape &shape;
  std::string head;
  std::string entry; ///< Only what stands in the first block becomes a register.
  std::string code;
  unsigned next = 0;
  std::vector<std::string> ways; ///< Out of the loops that surround what is written.
};

} // namespace heddle::property
