#include "flow_law.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

using Op = program::OpKind;

namespace {
std::string textOf(const llvm::Instruction &at) {
  std::string text;
  llvm::raw_string_ostream out(text);
  at.print(out);
  return fmt::format("{} in {}", text, at.getFunction()->getName().str());
}
} // namespace

void FlowLaw::saw(const vm::Machine &machine, const vm::Seen &seen) {
  if (!text.empty() || seen.kind < Op::Read || seen.kind > Op::BulkCopy)
    return;
  const auto stack = machine.stack(seen.thread);
  if (stack.empty() || stack.front().location == program::noLocation)
    return;
  const llvm::Instruction *at = program.location(stack.front().location).instruction;
  for (std::uint64_t i = 0; i < seen.size; ++i) {
    const llvm::Instruction *&writer = last[seen.address + i];
    if (seen.kind != Op::Write && writer && known.insert({writer, at}).second) {
      ++edges;
      if (!dependence.mayFlow(*writer, *at)) {
        text = fmt::format("  a read sees a write that it does not depend on\n  {}\n  {}\n",
                           textOf(*writer), textOf(*at));
        return;
      }
    }
    if (seen.kind != Op::Read)
      writer = at;
  }
}

} // namespace heddle::property
