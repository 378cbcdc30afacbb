#include "program/callables.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace heddle::program {
namespace {

constexpr unsigned deepest = 6; ///< Steps back; enough for code people write, bounded for the rest.

class Search {
public:
  Callables found;

  void value(const llvm::Value &value, unsigned depth) {
    if (depth == 0 || !seen.insert(&value).second)
      return;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
      found.insert(function);
    } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      contents(*llvm::getUnderlyingObject(load->getPointerOperand()), depth - 1);
    } else if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      passed(*argument, depth - 1);
    } else if (llvm::isa<llvm::AllocaInst>(value)) {
      contents(value, depth - 1);
    } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      this->value(*select->getTrueValue(), depth - 1);
      this->value(*select->getFalseValue(), depth - 1);
    } else if (llvm::isa<llvm::PHINode, llvm::CastInst, llvm::ConstantExpr, llvm::ConstantAggregate,
                         llvm::GlobalAlias>(value)) {
      for (const llvm::Use &operand : llvm::cast<llvm::User>(value).operands())
        this->value(*operand, depth - 1);
    }
  }

private:
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;

  /// What is stored in a variable: its initial value and every store that can be seen.
  void contents(const llvm::Value &variable, unsigned depth) {
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&variable))
      if (global->hasInitializer())
        value(*global->getInitializer(), depth);
    stores(variable, depth);
  }

  void stores(const llvm::Value &address, unsigned depth) {
    if (depth == 0)
      return;
    for (const llvm::User *user : address.users()) {
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getPointerOperand() == &address)
          value(*store->getValueOperand(), depth);
      } else if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
        if (copy->getRawDest() == &address)
          contents(*llvm::getUnderlyingObject(copy->getRawSource()), depth - 1);
      } else if (llvm::isa<llvm::GEPOperator>(user)) {
        stores(*user, depth - 1);
      }
    }
  }

  /// What the callers pass.
  void passed(const llvm::Argument &argument, unsigned depth) {
    for (const llvm::User *user : argument.getParent()->users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && call->getCalledOperand() == argument.getParent() &&
          argument.getArgNo() < call->arg_size())
        value(*call->getArgOperand(argument.getArgNo()), depth);
    }
  }
};

} // namespace

Callables callablesOf(const llvm::Value &value) {
  Search search;
  search.value(value, deepest);
  return search.found;
}

} // namespace heddle::program
