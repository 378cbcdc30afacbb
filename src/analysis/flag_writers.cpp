#include "analysis/flag_writers.h"

#include "analysis/flag_tests.h"
#include "analysis/parts.h"
#include "analysis/wrappers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

constexpr unsigned deepest = 4; ///< Functions around a write.

/// Whether all who run the function call it by name, so that their calls can stand for it.
bool hasKnownCallers(const llvm::Function &function) {
  return !function.use_empty() && llvm::all_of(function.uses(), [](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call && call->isCallee(&use);
  });
}

/// What a call hands over for a parameter, if it does.
const llvm::Value *argumentOf(const llvm::CallBase &call, const llvm::Argument &parameter) {
  return parameter.getArgNo() < call.arg_size() ? call.getArgOperand(parameter.getArgNo())
                                                : nullptr;
}

} // namespace

std::optional<llvm::APInt> FlagWriter::leaves(unsigned bits) const {
  const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  if (!constant || size == 0)
    return std::nullopt;
  if (isFill)
    return bits % 8 ? std::nullopt
                    : std::optional(llvm::APInt::getSplat(bits, constant->getValue().trunc(8)));
  return constant->getBitWidth() == bits ? std::optional(constant->getValue()) : std::nullopt;
}

bool FlagWriter::isLeftOut() const {
  const auto *given = llvm::dyn_cast_or_null<llvm::ConstantInt>(decides);
  return given && choice->findCaseValue(given)->getCaseSuccessor() != choiceCase;
}

FlagWriters::FlagWriters(const Rules &rules, const llvm::DenseSet<ObjectId> &objects)
    : rules(rules), objects(objects) {
  for (const llvm::Function *function : rules.pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const llvm::DataLayout &layout = instruction.getModule()->getDataLayout();
      const auto sizeOf = [&](const llvm::Value &value) {
        return layout.getTypeStoreSize(value.getType()).getKnownMinValue();
      };
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        const Address to = addressOf(*store->getPointerOperand());
        FlagWriter writer = {store,
                             to.base,
                             to.offset,
                             sizeOf(*store->getValueOperand()),
                             store->getValueOperand(),
                             false,
                             llvm::isReleaseOrStronger(store->getOrdering())};
        writer.choiceCase = store->getParent();
        const llvm::BasicBlock *before = writer.choiceCase->getUniquePredecessor();
        writer.choice =
            before ? llvm::dyn_cast<llvm::SwitchInst>(before->getTerminator()) : nullptr;
        writer.decides = writer.choice ? writer.choice->getCondition() : nullptr;
        add(writer);
      } else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        const Address to = addressOf(*update->getPointerOperand());
        const bool isExchange = update->getOperation() == llvm::AtomicRMWInst::Xchg;
        add({update, to.base, to.offset, sizeOf(*update->getValOperand()),
             isExchange ? update->getValOperand() : nullptr, false,
             llvm::isReleaseOrStronger(update->getOrdering())});
      } else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        const Address to = addressOf(*exchange->getPointerOperand());
        add({exchange, to.base, to.offset, sizeOf(*exchange->getNewValOperand()),
             exchange->getNewValOperand(), false,
             llvm::isReleaseOrStronger(exchange->getSuccessOrdering())});
      } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        addCall(*call);
      }
    }
}

void FlagWriters::addCall(const llvm::CallBase &call) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
      intrinsic && (intrinsic->isLifetimeStartOrEnd() || !intrinsic->mayWriteToMemory()))
    return;
  if (const auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    const Address to = addressOf(*fill->getDest());
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    return add({fill, to.base, to.offset, length ? length->getZExtValue() : 0, fill->getValue(),
                /*isFill=*/true});
  }
  if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    const Address to = addressOf(*copy->getDest());
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    return add({copy, to.base, to.offset, length ? length->getZExtValue() : 0});
  }
  for (const MemoryTouch &touch : touchesOf(call, rules.pointers).touches) {
    if (!touch.writes)
      continue;
    if (touch.extent != MemoryTouch::Extent::Onward) {
      const Address to = addressOf(*touch.pointer);
      const bool isKnown =
          touch.extent == MemoryTouch::Extent::Bytes && touch.size != MemoryTouch::anySize;
      add({&call, to.base, to.offset, isKnown ? touch.size : 0});
      continue;
    }
    forEachPart(touch, rules.pointers, [&](ObjectId object, const Footprint &) {
      if (objects.contains(object))
        writers[object].push_back({&call, nullptr});
    });
  }
}

/// A write by way of a parameter is that of the calls, each for itself.
void FlagWriters::add(const FlagWriter &writer, unsigned depth) {
  const auto *parameter = llvm::dyn_cast<llvm::Argument>(writer.base);
  const auto *value = llvm::dyn_cast_or_null<llvm::Argument>(writer.value);
  if (parameter && depth < deepest && !parameter->hasByValAttr() &&
      hasKnownCallers(*parameter->getParent())) {
    for (const llvm::Use &use : parameter->getParent()->uses()) {
      const auto *call = llvm::cast<llvm::CallBase>(use.getUser());
      if (!rules.pointers.isReachable(*call->getFunction()) ||
          parameter->getArgNo() >= call->arg_size())
        continue; // Without a prototype there may be fewer arguments, or more.
      FlagWriter outer = writer;
      const Address to = addressOf(*call->getArgOperand(parameter->getArgNo()));
      outer.at = call;
      outer.base = to.base;
      outer.offset += to.offset;
      if (value)
        outer.value = argumentOf(*call, *value);
      else if (writer.value && !llvm::isa<llvm::Constant>(writer.value))
        outer.value = nullptr;
      if (const auto *order = llvm::dyn_cast_or_null<llvm::Argument>(writer.decides))
        outer.decides = argumentOf(*call, *order);
      if (!outer.isLeftOut())
        add(outer, depth + 1);
    }
    return;
  }
  for (const ObjectId object : rules.pointers.objectsOf(*writer.base))
    if (objects.contains(object))
      writers[object].push_back(writer);
}

std::vector<FlagWriters::Found> FlagWriters::of(const Target &place, std::uint64_t size) const {
  std::vector<Found> found;
  const auto known = writers.find(place.object);
  if (known == writers.end())
    return found;
  const bool isVague = rules.pointers.object(place.object).isVague;
  for (const FlagWriter &writer : known->second) {
    if (!writer.base) {
      found.push_back({writer});
      continue;
    }
    bool mayWrite = false;
    bool isWhole = !isVague && !writer.isFill && writer.size == size;
    const auto targets = rules.pointers.pointsTo(*writer.base);
    for (const Target &target : targets) {
      if (target.object != place.object)
        continue;
      const std::int64_t begin = target.offset + writer.offset;
      const auto end = begin + static_cast<std::int64_t>(writer.size);
      const bool meets =
          isVague || target.stride || !writer.size ||
          (begin < place.offset + static_cast<std::int64_t>(size) && place.offset < end);
      mayWrite |= meets;
      const std::int64_t apart = begin - place.offset;
      isWhole &= !meets || (target.stride ? apart % static_cast<std::int64_t>(target.stride) == 0
                                          : apart == 0);
    }
    if (!mayWrite)
      continue;
    const Target &only = targets.front();
    const std::int64_t begin = only.offset + writer.offset;
    const bool isSame =
        writer.isFill ? begin <= place.offset && place.offset + static_cast<std::int64_t>(size) <=
                                                     begin + static_cast<std::int64_t>(writer.size)
                      : begin == place.offset && writer.size == size;
    found.push_back({writer, !isVague && targets.size() == 1 && !only.stride && isSame, isWhole});
  }
  return found;
}

} // namespace heddle::analysis
