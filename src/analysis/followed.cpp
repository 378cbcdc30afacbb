#include "analysis/followed.h"

#include <algorithm>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <string_view>

namespace heddle::analysis {

namespace {

/// Functions by which code runs, or threads end, at places that the analyses do not follow.
constexpr std::string_view unfollowed[] = {
    "atexit",         "at_quick_exit",  "on_exit",
    "pthread_atfork", "pthread_cancel", "pthread_key_create",
    "tss_create",     "signal",         "sigaction",
};

} // namespace

bool isSmall(const llvm::Module &module, std::size_t most) {
  std::size_t count = 0;
  for (const llvm::Function &function : module)
    if ((count += function.getInstructionCount()) > most)
      return false;
  return true;
}

bool isFollowed(const llvm::Module &module, const PointsTo &pointers) {
  if (!pointers.unknownFunctions().empty() ||
      std::ranges::any_of(unfollowed, [&](std::string_view name) {
        const llvm::Function *function = module.getFunction(name);
        return function && !function->use_empty();
      }))
    return false;
  return std::ranges::all_of(pointers.reachable(), [](const llvm::Function *function) {
    return std::ranges::none_of(llvm::instructions(*function), [](const llvm::Instruction &at) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
      return call && call->isInlineAsm();
    });
  });
}

} // namespace heddle::analysis
