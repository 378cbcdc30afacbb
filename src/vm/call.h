// A call of a library function that the VM runs itself, as that function sees it.
#pragma once

#include "vm/executor.h"

#include <optional>
#include <string>

namespace heddle::vm {

class Call {
public:
  Call(Executor &x, const Inst *pc, const CallSite &site, const CodeFunction &callee,
       std::uint64_t *r)
      : x(x), pc(pc), site(site), callee(callee), registers(r) {}

  Executor &x;
  const Inst *pc;
  const CallSite &site;
  const CodeFunction &callee;

  std::uint64_t argument(std::size_t i) const {
    return i < site.arguments.size() ? registers[site.arguments[i]] : 0;
  }
  std::uint64_t operator[](std::size_t i) const { return argument(i); }
  std::size_t arguments() const { return site.arguments.size(); }
  std::uint64_t *raw() const { return registers; }
  Thread &thread() const { return *x.thread; }

  Reached done(std::uint64_t result = 0) {
    if (site.resultRegisters) {
      // Frames may have moved the registers while the call was on.
      std::uint64_t *r = x.thread->frameRegisters(x.thread->top());
      r[site.dst] = result & site.resultMask;
    }
    return Reached::Done;
  }
  /// The same with a symbolic result.
  Reached doneWith(expr::Ref result);
  /// What an argument is if it is symbolic; null if it is plain.
  expr::Ref symbolic(std::size_t i) const;
  Reached fail(FaultKind kind, std::string message,
               program::LocationId earlier = program::noLocation) {
    x.fault(pc, kind, std::move(message), earlier);
    return Reached::Stopped;
  }
  Reached cannot(std::string reason, std::string detail) {
    x.gap(pc, std::move(reason), std::move(detail));
    return Reached::Stopped;
  }

  /// Whether the operation may happen now; if not the thread waits before it.
  bool granted(program::OpKind kind, Address address, std::uint32_t size = 1,
               Phase phase = Phase::Start, Address second = 0) {
    Pending pending;
    pending.kind = kind;
    pending.phase = phase;
    pending.address = address;
    pending.second = second;
    pending.size = size;
    return x.grant(pc, pending);
  }

  /// The thread waits to be woken by who has the same address, and then for the mutex, if any.
  Reached waitOn(program::OpKind kind, Address address, Address mutex = 0);

  /// Tells the recorder that a synchronisation operation happened.
  void note(program::OpKind kind, Address address, std::uint64_t result = 0,
            ThreadId other = noThread) const;

  // Bytes of the program: null or nothing if the access failed and the thread stands.
  const std::uint8_t *read(Address address, std::uint64_t size) const;
  std::uint8_t *write(Address address, std::uint64_t size) const;
  bool store(Address address, std::uint64_t value, unsigned size) const;
  /// The text up to its end, or `most` bytes of it if it has none before.
  std::optional<std::string> string(Address address, std::uint64_t most = wholeText) const;
  static constexpr std::uint64_t wholeText = ~std::uint64_t{0};
  void setErrno(int value) const;

  /// While one lives, all bytes that the call touches are one visible operation: once the first
  /// shared ones are granted, the rest come with them. Not for calls that wait for something.
  class Whole {
  public:
    explicit Whole(Call &call) : call(call), before(call.x.together) { call.isWhole = true; }
    ~Whole() {
      call.x.together = before;
      call.isWhole = false;
    }
    Whole(const Whole &) = delete;
    Whole &operator=(const Whole &) = delete;

  private:
    Call &call;
    bool before;
  };

private:
  void joinFurther(Address address) const {
    if (isWhole && x.isShared(address))
      x.together = true;
  }

public:
  /// Whether one possible value does where a symbolic one is only shown.
  bool samples() const {
    return callee.symbols == Symbols::Shown ||
           (callee.symbols == Symbols::Sampled && !resultMatters());
  }
  /// A plain value of an expression; nothing if the thread stops.
  std::optional<std::uint64_t> settle(expr::Ref node) const;
  /// Gives symbolic bytes plain values; false if the thread stops.
  bool settleBytes(Address address, std::uint64_t size) const;
  /// The value of bytes that are no visible operation of their own; nothing if the thread stops.
  std::optional<std::uint64_t> glance(Address address, unsigned size) const;

private:
  bool resultMatters() const;

  std::uint64_t *registers;
  bool isWhole = false;
  mutable std::vector<std::uint8_t> sample; ///< Bytes read, with possible values for symbolic ones.
};

} // namespace heddle::vm
