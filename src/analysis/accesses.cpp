#include "analysis/accesses.h"

#include "analysis/library.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

using Extent = MemoryTouch::Extent;
using Op = program::OpKind;

/// What the VM looks at of a lock that it meets for the first time.
constexpr std::uint64_t lockHead = 20;
constexpr std::uint64_t word = 8;
constexpr std::uint64_t variableList = 24;

// clang-format off
/// Those that only read what they are given.
constexpr std::string_view readers[] = {
    "__assert", "__assert_fail", "__heddle_note", "__heddle_print", "__printf_chk", "atof",
    "clock_nanosleep", "heddle_note", "malloc_usable_size", "nanosleep", "printf", "puts",
    "reach_error",
};
/// Those that write to their first argument and read the others, but for what `%n` stores; and
/// which argument says whether there is one.
struct Printer {
  std::string_view name;
  unsigned format;
  bool followsList = false;
};
constexpr Printer printers[] = {
    {"__snprintf_chk", 4},        {"__sprintf_chk", 3}, {"__vsnprintf_chk", 4, true},
    {"__vsprintf_chk", 3, true},  {"snprintf", 2},      {"sprintf", 1},
    {"vsnprintf", 2, true},       {"vsprintf", 1, true},
};
/// Those that keep, call or compare what they are given and do not look at it.
constexpr std::string_view keepers[] = {
    "__cxa_atexit", "__cxa_thread_atexit", "__cxa_thread_atexit_impl", "at_quick_exit", "atexit",
    "pthread_exit", "pthread_setspecific",
};
/// Those that follow a list of arguments.
constexpr std::string_view listReaders[] = {"__heddle_print_list", "__vprintf_chk", "vprintf"};
// clang-format on
static_assert(std::ranges::is_sorted(readers));
static_assert(std::ranges::is_sorted(keepers));
static_assert(std::ranges::is_sorted(listReaders));

bool isSynchronisation(Op kind) {
  return kind >= Op::Lock && kind <= Op::SyncDestroy;
}

class Collector {
public:
  Collector(const llvm::Instruction &instruction, const PointsTo &pointers)
      : at(instruction), pointers(pointers), layout(at.getModule()->getDataLayout()) {}

  TouchList collect() {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at)) {
      add(load->getPointerOperand(), sizeOf(load->getType()), false);
    } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
      add(store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), true);
    } else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
      add(update->getPointerOperand(), sizeOf(update->getType()), true);
    } else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
      add(exchange->getPointerOperand(), sizeOf(exchange->getCompareOperand()->getType()), true);
      result.isPlain = false; // On symbolic data the VM asks for its turn before it looks.
    } else if (const auto *list = llvm::dyn_cast<llvm::VAArgInst>(&at)) {
      addExtent(list->getPointerOperand(), Extent::Onward, true);
      result.isPlain = false;
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
      addCall(*call);
    }
    return std::move(result);
  }

private:
  std::uint64_t sizeOf(llvm::Type *type) const {
    return layout.getTypeStoreSize(type).getFixedValue();
  }
  static std::uint64_t constantOr(const llvm::Value &value, std::uint64_t otherwise) {
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
    return constant ? constant->getLimitedValue() : otherwise;
  }

  static bool isNull(const llvm::Value *pointer) {
    return llvm::isa<llvm::ConstantPointerNull>(pointer);
  }
  void add(const llvm::Value *pointer, std::uint64_t size, bool writes) {
    if (size && !isNull(pointer))
      result.touches.push_back({pointer, size, Extent::Bytes, writes});
  }
  void addExtent(const llvm::Value *pointer, Extent extent, bool writes) {
    if (!isNull(pointer))
      result.touches.push_back({pointer, MemoryTouch::anySize, extent, writes});
  }

  void addCall(const llvm::CallBase &call) {
    if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return addIntrinsic(*intrinsic);
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.isByValArgument(i))
        add(call.getArgOperand(i), sizeOf(call.getParamByValType(i)), false);
    for (const llvm::Function *callee : pointers.callees(call))
      if (callee->isDeclaration())
        addLibrary(call, *callee);
  }

  void addIntrinsic(const llvm::IntrinsicInst &call) {
    const auto lengthOf = [](const llvm::MemIntrinsic &bulk) {
      return constantOr(*bulk.getLength(), MemoryTouch::anySize);
    };
    if (const auto *bulk = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      add(bulk->getRawDest(), lengthOf(*bulk), true);
      if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(bulk))
        add(copy->getRawSource(), lengthOf(*copy), false);
      return;
    }
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vastart:
      return add(call.getArgOperand(0), variableList, true);
    case llvm::Intrinsic::vacopy:
      add(call.getArgOperand(0), variableList, true);
      return add(call.getArgOperand(1), variableList, false);
    case llvm::Intrinsic::vaend:
      return;
    default:
      break;
    }
    if (!call.mayReadOrWriteMemory())
      return;
    result.isPlain = false;
    addArguments(call, 0, Extent::Object, true);
  }

  void addArguments(const llvm::CallBase &call, unsigned from, Extent extent, bool writes) {
    for (unsigned i = from; i < call.arg_size(); ++i) {
      const llvm::Value *argument = call.getArgOperand(i);
      const llvm::Type &type = *argument->getType();
      const bool isSmall = type.isIntegerTy() && type.getIntegerBitWidth() < 48; // No address.
      if (type.isPointerTy() || (pointers.isTracked(*argument) && !isSmall))
        addExtent(argument, extent, writes);
    }
  }

  void addLock(const llvm::CallBase &call, unsigned argument) {
    if (argument >= call.arg_size())
      return;
    add(call.getArgOperand(argument), 1, true);
    add(call.getArgOperand(argument), lockHead, false);
  }

  void addSynchronisation(const llvm::CallBase &call, Op kind, llvm::StringRef name) {
    const bool hasMutex = kind == Op::Wait || kind == Op::TimedWait;
    addLock(call, 0);
    if (hasMutex)
      addLock(call, 1);
    addArguments(call, hasMutex ? 2 : 1, Extent::Object, name == "sem_getvalue");
  }

  void addLibrary(const llvm::CallBase &call, const llvm::Function &callee) {
    const llvm::StringRef name = callee.getName();
    const auto isIn = [&](const auto &names) {
      return std::ranges::binary_search(names, std::string_view(name));
    };
    const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
    const Op kind = program::kindOfFunction(std::string_view(name));
    if ((name == "memcpy" || name == "memmove") && call.arg_size() == 3) {
      const std::uint64_t size = constantOr(*argument(2), MemoryTouch::anySize);
      add(argument(0), size, true);
      return add(argument(1), size, false);
    }
    if (name == "memset" && call.arg_size() == 3)
      return add(argument(0), constantOr(*argument(2), MemoryTouch::anySize), true);
    if (name == "pthread_create" && call.arg_size() == 4) {
      add(argument(0), word, true);
      return addExtent(argument(1), Extent::Object, false);
    }
    if (name == "pthread_join" && call.arg_size() == 2)
      return add(argument(1), word, true);
    result.isPlain = false;
    if (name == "realloc" || name == "reallocarray") // What was there goes to the new place.
      addExtent(&call, Extent::Object, true);
    if (isSynchronisation(kind) || name == "sem_getvalue")
      return addSynchronisation(call, kind, name);
    if (isIn(keepers))
      return;
    if (isIn(listReaders))
      return addArguments(call, 0, Extent::Onward, storesByList(call, name));
    if (const auto printer = std::ranges::find(printers, std::string_view(name), &Printer::name);
        printer != std::end(printers) && printer->format < call.arg_size())
      return addPrinter(call, *printer);
    const bool stores = name.contains("print") && mayStoreLength(call);
    addArguments(call, 0, Extent::Object, stores || !isIn(readers));
  }

  /// What a list leads to is written only for a `%n`.
  bool storesByList(const llvm::CallBase &call, llvm::StringRef name) const {
    const unsigned format = name == "vprintf" ? 0 : 1;
    return format >= call.arg_size() || mayStoreLength(*call.getArgOperand(format));
  }

  /// What is printed goes to the first argument.
  void addPrinter(const llvm::CallBase &call, const Printer &printer) {
    const bool stores = mayStoreLength(*call.getArgOperand(printer.format));
    addExtent(call.getArgOperand(0), Extent::Object, true);
    addArguments(call, 1, printer.followsList ? Extent::Onward : Extent::Object, stores);
  }

  /// Whether a format may have a `%n`: one that is not known to be some constant text may.
  bool mayStoreLength(const llvm::Value &format) const {
    const std::vector<Target> targets = pointers.pointsTo(format);
    return targets.empty() || std::ranges::any_of(targets, [&](const Target &target) {
             const AbstractObject &about = pointers.object(target.object);
             const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(about.value);
             const auto *text =
                 global && about.isConstant && global->hasInitializer()
                     ? llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer())
                     : nullptr;
             return !text || !text->isString() || storesLength(text->getAsString());
           });
  }
  static bool mayStoreLength(const llvm::CallBase &call) { return analysis::mayStoreLength(call); }

  const llvm::Instruction &at;
  const PointsTo &pointers;
  const llvm::DataLayout &layout;
  TouchList result;
};

} // namespace

llvm::DenseSet<const llvm::Function *> libraryFunctions(const PointsTo &pointers) {
  llvm::DenseSet<const llvm::Function *> result;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : pointers.callees(*call))
          if (callee->isDeclaration())
            result.insert(callee);
  return result;
}

TouchList touchesOf(const llvm::Instruction &instruction, const PointsTo &pointers) {
  return Collector(instruction, pointers).collect();
}

} // namespace heddle::analysis
