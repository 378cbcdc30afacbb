// Values that are more than 64 plain bits, and only where there are some: uninitialised bits, and
// symbolic values.
//
// A frame runs its plain code until such a value gets into one of its registers. From then on it
// runs *guarded* code: the same instructions, each with a guard before it that looks at the shadows
// of its operands. Behind the frame's own registers lie as many for the masks of undefined bits and
// as many for expressions. A branch or an address that depends on an undefined bit is a finding; a
// value that is merely copied is not. An instruction on a symbolic operand is done by its guard.
#pragma once

#include "vm/executor.h"
#include "vm/shapes.h"

namespace heddle::vm {

/// The registers of a guarded frame with their shadows.
class Shadows {
public:
  Shadows(std::uint64_t *r, const CodeFunction &function)
      : values(r), masks(r + function.frameSize), nodes(r + 2 * std::size_t{function.frameSize}) {}

  std::uint64_t mask(std::uint32_t reg) const { return masks[reg]; }
  void setMask(std::uint32_t reg, std::uint64_t mask) { masks[reg] = mask; }
  expr::Ref node(std::uint32_t reg) const { return Symbolic::fromBits(nodes[reg]); }
  void setNode(std::uint32_t reg, expr::Ref node) { nodes[reg] = Symbolic::toBits(node); }
  /// The register holds what the expression says, which may be a plain value.
  void put(std::uint32_t reg, expr::Ref node) {
    values[reg] = node->isConstant() ? node->value : 0;
    setNode(reg, node->isConstant() ? nullptr : node);
  }
  Shadow of(std::uint32_t reg) const { return {masks[reg], node(reg)}; }
  void set(std::uint32_t reg, const Shadow &shadow) {
    masks[reg] = shadow.undefined;
    setNode(reg, shadow.node);
  }
  const std::uint64_t *allNodes() const { return nodes; }

  std::uint64_t *values;

private:
  std::uint64_t *masks;
  std::uint64_t *nodes;
};

/// What a guard says is to happen.
enum class Step : std::uint8_t {
  Run,    ///< The instruction itself.
  Skip,   ///< The next instruction: this one is done.
  Jump,   ///< What `target` says.
  Resume, ///< Where the thread now is.
  Stop,   ///< The thread stops or has failed.
};

/// Moves the masks along for the instruction at `pc`; false if the thread has failed.
bool guardUndefined(Executor &x, const Inst *pc, const Shape &shape, Shadows &shadows);
/// Does what an instruction with symbolic operands does.
Step guardSymbolic(Executor &x, const Inst *pc, const Shape &shape, Shadows &shadows,
                   const Inst *&target);

/// The running thread's top frame becomes guarded, with these shadows of its registers from `reg`
/// on. The frame then stands behind the instruction `pc`.
void becomeGuarded(Executor &x, const Inst *pc, std::uint32_t reg, std::uint32_t count,
                   const Shadow *shadows);

/// The same, standing before `pc`, which is then done by guarded code.
void guardHere(Executor &x, const Inst *pc);

/// Makes a frame that begins guarded from its start.
void guardWhole(Executor &x, Frame &frame);

/// The same if arguments have shadows, which it gets.
void guardCallee(Executor &x, Frame &frame);

/// What the bytes at an address are besides their values, one a register.
std::vector<Shadow> shadowsAt(Executor &x, Address address, const Layout &layout);
Shadow shadowAt(Executor &x, Address address, unsigned bytes);

} // namespace heddle::vm
