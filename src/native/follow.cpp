#include "native/follow.h"

#include "program/program.h"
#include "vm/address.h"
#include "vm/image.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <optional>

namespace heddle::native {

namespace {

using Op = program::OpKind;

/// Operations that the runtime does itself.
bool isCounted(Op kind) {
  switch (kind) {
  case Op::SyncInit:
  case Op::SyncDestroy:
  case Op::AtomicBegin:
  case Op::AtomicEnd:
    return false;
  default:
    return (kind >= Op::Lock && kind <= Op::Once) || kind == Op::Create || kind == Op::Join ||
           kind == Op::Detach || kind == Op::Cancel || kind == Op::Yield;
  }
}

bool isMark(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == llvm::StringRef(program::markFunction);
}

/// Whether a location of the program with marks is the one that a point of the test names.
bool isAt(const program::Program &program, program::LocationId location,
          const trace::Point &point) {
  if (location == program::noLocation)
    return point.function.empty();
  while (isMark(*program.location(location).instruction)) // As the head of a loop.
    ++location;
  const program::Location &at = program.location(location);
  const program::Function &function = program.functions()[at.function];
  if (function.name != point.function || program::isNumbered(at.kind) == point.isRaw)
    return false;
  if (!point.isRaw)
    return at.ordinal == point.ordinal;
  std::uint32_t raw = 0;
  for (program::LocationId id = function.first; id < location; ++id)
    raw += !isMark(*program.location(id).instruction);
  return raw == point.ordinal;
}

constexpr std::size_t mostTold = 100'000; ///< Marks of a way.

class Follower : public vm::Recorder {
public:
  Follower(vm::SharedCode &code, const vm::Options &options, const trace::Test &test)
      : program(code.program()), test(test), machine(code, plain(options, test, stop)) {
    machine.record(this);
  }

  support::Outcome<Plan> run(const std::vector<vm::Choice> &path) {
    machine.start();
    collect();
    for (const vm::Choice &choice : path) {
      if (isFound)
        break;
      if (std::ranges::find(machine.choices(), choice) == machine.choices().end())
        return support::Failure{"with marks the program goes another way in the VM", {}};
      if (machine.thread(choice.thread).pending.phase == vm::Phase::Choose)
        plan.choices[choice.thread].push_back(choice.alternative);
      machine.take(choice);
      collect();
    }
    if (!isFound)
      return support::Failure{"with marks the program does not come to the finding in the VM", {}};
    nameThreads();
    plan.inputs = test.inputs;
    return std::move(plan);
  }

  FreeRun runFreely(const vm::Image &image, const std::function<std::size_t(std::size_t)> &pick) {
    FreeRun result;
    isFree = true;
    bool isPlain = true;
    machine.start();
    while (!machine.choices().empty()) {
      const vm::Choice choice = machine.choices()[pick(machine.choices().size())];
      isPlain &= !choice.isBranch; // On what was never written: a real machine has some value.
      if (machine.thread(choice.thread).pending.phase == vm::Phase::Choose)
        plan.choices[choice.thread].push_back(choice.alternative);
      machine.take(choice);
    }
    close();
    result.faults = machine.takeFaults();
    result.isWhole = isPlain && machine.takeGaps().empty() && machine.end() != vm::End::Nothing &&
                     machine.end() != vm::End::CutShort && plan.insideOf.empty();
    nameThreads();
    // Who is blocked for good; who goes round for ever may be anywhere in its loop.
    plan.allStuck = machine.end() == vm::End::Stuck &&
                    std::ranges::none_of(result.faults, [](const vm::Fault &fault) {
                      return fault.kind == vm::FaultKind::Hang;
                    });
    for (std::size_t i = 0; plan.allStuck && i < machine.threadCount(); ++i)
      if (const auto id = static_cast<vm::ThreadId>(i);
          machine.exists(id) && machine.thread(id).status == vm::ThreadStatus::Ready)
        plan.expected.push_back({id, of(id).at.marks});
    plan.isFree = true;
    plan.output = machine.output();
    for (const vm::Image::Global &global : image.globals())
      readBack(global);
    result.plan = std::move(plan);
    return result;
  }

private:
  void nameThreads() {
    for (std::size_t i = 0; i < machine.threadCount(); ++i)
      plan.names.push_back(machine.exists(static_cast<vm::ThreadId>(i))
                               ? machine.threadName(static_cast<vm::ThreadId>(i))
                               : "");
  }

  /// What a variable holds: its first contents, and what was written since.
  void readBack(const vm::Image::Global &global) {
    if (global.constant || !global.isDefined || frontend::isModel(*global.variable))
      return;
    std::vector<std::uint8_t> bytes = global.bytes;
    bytes.resize(global.size);
    const vm::Address base = vm::baseOf(global.id, global.alignment);
    for (auto byte = written.lower_bound(base);
         byte != written.end() && byte->first < base + bytes.size(); ++byte)
      bytes[byte->first - base] = byte->second;
    plan.globals[global.variable->getName().str()] = hexOf(bytes.data(), bytes.size());
  }

  /// How far a thread has come.
  struct Progress {
    Position at;
    std::uint64_t hash = 0;
  };

  struct Access {
    Progress progress;
    vm::Address address = 0;
    std::uint64_t size = 0;
  };
  static constexpr std::size_t mostAccesses = 256;

  static vm::Options plain(vm::Options options, const trace::Test &test,
                           const std::atomic<bool> &stop) {
    options.symbolic = false;
    options.inputs = test.inputs;
    options.cancel = &stop;
    return options;
  }

  void cameBy(vm::ThreadId thread, std::uint32_t mark) override {
    if (isFound)
      return;
    turnTo(thread);
    Progress &progress = of(thread);
    progress.at = {progress.at.marks + 1, 0, Where::AtMark};
    progress.hash = (progress.hash ^ (mark + 1)) * 0x100000001b3u;
    if (std::vector<std::uint32_t> &way = plan.ways[thread]; way.size() < mostTold)
      way.push_back(mark);
  }

  void saw(const vm::Seen &seen) override {
    if (isFound)
      return;
    turnTo(seen.thread);
    if (isFree && seen.after)
      for (std::uint64_t i = 0; i < seen.size; ++i)
        written[seen.address + i] = seen.after[i];
    later = &seen;
    collect(); // A race, which is seen before the later access is done.
    later = nullptr;
    if (isFound)
      return;
    Progress &progress = of(seen.thread);
    if (seen.shared)
      progress.at.where = Where::Behind;
    if (isCounted(seen.kind)) {
      ++progress.at.operations;
      plan.operations[seen.thread].push_back({seen.kind, seen.result, seen.other});
    }
    if (std::deque<Access> &all = accesses[{seen.thread, seen.location}]; seen.shared) {
      all.push_back({progress, seen.address, seen.size});
      if (all.size() > mostAccesses)
        all.pop_front();
    }
  }

  Progress &of(vm::ThreadId thread) {
    if (thread >= threads.size())
      threads.resize(thread + std::size_t{1});
    return threads[thread];
  }

  void turnTo(vm::ThreadId thread) {
    if (thread == running)
      return;
    close();
    running = thread;
  }

  /// The stretch of the running thread ends here.
  void close() {
    const Progress &progress = of(running);
    Stretch stretch{running, progress.at, progress.hash};
    const vm::ThreadStatus status = machine.thread(running).status;
    if (status == vm::ThreadStatus::Finished || status == vm::ThreadStatus::Standing)
      stretch.until.where = Where::Ended;
    else if (stretch.until.where == Where::Behind)
      lookInside(running);
    plan.stretches.push_back(stretch);
  }

  /// Where a model lets others in between two accesses, the real library does not.
  void lookInside(vm::ThreadId thread) {
    const vm::Pending &pending = machine.thread(thread).pending;
    const std::vector<vm::Machine::StackEntry> stack = machine.stack(thread);
    if (pending.phase != vm::Phase::Start || pending.kind >= Op::Lock || stack.empty())
      return;
    for (const vm::Machine::StackEntry &entry : stack) {
      if (entry.location == program::noLocation)
        return;
      const program::Function &function =
          program.functions()[program.location(entry.location).function];
      if (!frontend::isModel(*function.function))
        return;
      plan.insideOf = function.shownName;
    }
  }

  void collect() {
    if (isFree)
      return;
    for (const vm::Fault &fault : machine.takeFaults())
      if (!isFound && isWanted(fault))
        found(fault);
    machine.takeGaps();
  }

  bool isWanted(const vm::Fault &fault) const {
    std::vector<program::LocationId> places;
    for (const auto &[thread, location] : fault.blocked)
      places.push_back(location);
    if (places.empty()) {
      places.push_back(fault.location);
      if (fault.kind == vm::FaultKind::DataRace)
        places.push_back(fault.other);
    }
    if (vm::name(fault.kind) != test.kind || places.size() != test.places.size())
      return false;
    for (const trace::Point &point : test.places) {
      const auto place = std::ranges::find_if(
          places, [&](program::LocationId location) { return isAt(program, location, point); });
      if (place == places.end())
        return false;
      places.erase(place);
    }
    return true;
  }

  void expect(vm::ThreadId thread, const Progress &progress) {
    plan.expected.push_back({thread, progress.at.marks});
  }

  /// The last access at the place of the race that is to the same bytes. What a library does at one
  /// line of the user's is many accesses.
  Progress earlierAccess(const vm::Fault &fault) {
    const std::deque<Access> &all = accesses[{fault.otherThread, fault.other}];
    const auto met = std::ranges::find_if(all.rbegin(), all.rend(), [&](const Access &access) {
      return later && access.address < later->address + later->size &&
             later->address < access.address + access.size;
    });
    return met != all.rend() ? met->progress : all.empty() ? Progress() : all.back().progress;
  }

  /// Others may have gone on since the thread stands.
  void takeBack(vm::ThreadId thread) {
    const auto stands = std::ranges::find_if(plan.stretches, [&](const Stretch &stretch) {
      return stretch.thread == thread && stretch.until.where == Where::Ended;
    });
    if (stands == plan.stretches.end())
      return;
    plan.stretches.erase(stands, plan.stretches.end());
    running = thread;
  }

  void found(const vm::Fault &fault) {
    plan.kind = fault.kind;
    plan.message = fault.message;
    isFound = true;
    stop = true;
    if (!fault.blocked.empty()) {
      for (const auto &[thread, location] : fault.blocked)
        expect(thread, of(thread));
      plan.isBlocking = true;
      plan.allStuck = machine.choices().empty();
      return close();
    }
    expect(fault.thread, of(fault.thread));
    takeBack(fault.thread);
    turnTo(fault.thread);
    Stretch last{fault.thread, of(fault.thread).at, of(fault.thread).hash};
    if (fault.kind == vm::FaultKind::DataRace) {
      expect(fault.otherThread, earlierAccess(fault));
      last.until.where = Where::AtMark;
      last.until.operations = 0;
    }
    plan.stretches.push_back(last);
  }

  const program::Program &program;
  const trace::Test &test;
  std::atomic<bool> stop = false;
  vm::Machine machine;
  Plan plan;
  bool isFound = false;
  bool isFree = false;
  std::map<vm::Address, std::uint8_t> written; ///< Of a free run: all bytes.
  vm::ThreadId running = 0;
  std::vector<Progress> threads;
  /// The last ones of a thread at a place of the user's.
  std::map<std::pair<vm::ThreadId, program::LocationId>, std::deque<Access>> accesses;
  const vm::Seen *later = nullptr; ///< The access that is about to be done.
};

} // namespace

support::Outcome<Plan> follow(vm::SharedCode &code, const vm::Options &options,
                              const trace::Test &test, const std::vector<vm::Choice> &path) {
  Follower follower(code, options, test);
  return follower.run(path);
}

FreeRun followFreely(vm::SharedCode &code, const vm::Options &options,
                     const std::function<std::size_t(std::size_t)> &pick) {
  const trace::Test none;
  Follower follower(code, options, none);
  return follower.runFreely(code.image(), pick);
}

namespace {

bool hasPointer(const llvm::Type &type) {
  return type.isPointerTy() || std::ranges::any_of(type.subtypes(), [](const llvm::Type *part) {
           return hasPointer(*part);
         });
}

/// Whether it is given to a call that synchronises, and so looks as the library likes.
bool isSynchronised(const llvm::Value &address) {
  return std::ranges::any_of(address.users(), [&](const llvm::User *user) {
    if (llvm::isa<llvm::GEPOperator>(user) || llvm::isa<llvm::PHINode, llvm::SelectInst>(user))
      return isSynchronised(*user);
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      return call != nullptr;
    const Op kind = program::kindOfFunction(callee->getName());
    return kind >= Op::Lock && kind <= Op::Exit;
  });
}

} // namespace

std::vector<llvm::GlobalVariable *> comparableGlobals(llvm::Module &module) {
  std::vector<llvm::GlobalVariable *> result;
  for (llvm::GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration() && !variable.isConstant() && !variable.isThreadLocal() &&
        !variable.getName().starts_with("llvm.") && !hasPointer(*variable.getValueType()) &&
        !isSynchronised(variable))
      result.push_back(&variable);
  return result;
}

} // namespace heddle::native
