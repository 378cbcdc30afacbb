// Orders by flags. A branch that goes one way as long as a flag has the value it began with goes
// the other way only after somebody wrote another value: what he did before comes before what is
// only reached that way. A loop that waits for a flag is the usual case; its other exits are other
// ways. Writes that leave a value by which the branch goes the first way do not matter.
#include "analysis/flag_tests.h"
#include "analysis/flag_writers.h"
#include "analysis/held_locks.h"

#include <algorithm>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

constexpr std::size_t mostRules = 300;

class Flags {
public:
  explicit Flags(Rules &rules) : rules(rules), locks(rules) {}

  void run() {
    llvm::DenseSet<ObjectId> objects;
    std::vector<FlagTest> tests;
    for (const llvm::Function *function : rules.pointers.reachable()) {
      if (rules.threads.isCalledBack(*function))
        continue;
      for (const llvm::BasicBlock &block : *function)
        if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()))
          if (const auto test = FlagTest::of(*branch, rules.pointers); test && isFlag(*test)) {
            objects.insert(test->place.object);
            tests.push_back(*test);
          }
    }
    const FlagWriters writers(rules, objects);
    for (const FlagTest &test : tests)
      look(test, writers.of(test.place, sizeOf(test)));
    for (Group &group : groups)
      addRule(group);
  }

private:
  /// Tests that the same writes can turn.
  struct Group {
    Target place;
    std::vector<const llvm::Instruction *> turning;
    bool isSynchronised = false;
    Places releases;
    Places acquires;
    OrderReason reason;
  };

  static std::uint64_t sizeOf(const FlagTest &test) {
    return (test.type->getIntegerBitWidth() + 7) / 8;
  }

  bool isFlag(const FlagTest &test) const {
    const AbstractObject &object = rules.pointers.object(test.place.object);
    if (object.isConstant || object.isVague)
      return false;
    return object.kind == ObjectKind::Global || object.kind == ObjectKind::Heap ||
           object.kind == ObjectKind::Stack;
  }

  /// What the flag begins with; nothing if it is not known, or only by a first write.
  std::optional<llvm::APInt> initialOf(const FlagTest &test) const {
    const AbstractObject &object = rules.pointers.object(test.place.object);
    const unsigned bits = test.type->getIntegerBitWidth();
    if (const auto *variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.value)) {
      if (!variable->hasInitializer() || test.place.offset < 0)
        return std::nullopt;
      const auto *constant =
          llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
              const_cast<llvm::Constant *>(variable->getInitializer()), test.type,
              llvm::APInt(64, static_cast<std::uint64_t>(test.place.offset)),
              variable->getParent()->getDataLayout()));
      return constant ? std::optional(constant->getValue()) : std::nullopt;
    }
    const auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(object.value);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (object.kind == ObjectKind::Heap && callee && callee->getName() == "calloc")
      return llvm::APInt(bits, 0);
    return std::nullopt;
  }

  /// Whether every thread has the write behind it when it comes there.
  bool alwaysComesAfter(const llvm::Instruction &at, const llvm::Instruction &write) {
    Places places;
    places.add(write);
    const unsigned index = rules.addPlaces(std::move(places));
    llvm::BitVector trusted(static_cast<unsigned>(rules.threads.all().size()));
    return isAfter(at, index, trusted);
  }
  /// `asked` are threads that are being asked already: what holds for their first one holds for
  /// all.
  bool isAfter(const llvm::Instruction &at, unsigned write, llvm::BitVector &asked) {
    if (rules.threads.isCalledBack(*at.getFunction()))
      return false;
    for (const unsigned thread : rules.threads.runners(*at.getFunction()).set_bits()) {
      const auto passed = rules.passages(thread, write).before(at);
      if (!passed || passed->least || asked.test(thread))
        continue;
      asked.set(thread);
      const llvm::CallBase *anchor = rules.threads.all()[thread].anchor();
      if (!anchor || !isAfter(*anchor, write, asked))
        return false;
    }
    return true;
  }

  void look(const FlagTest &test, const std::vector<FlagWriters::Found> &writers) {
    std::optional<llvm::APInt> initial = initialOf(test);
    const unsigned bits = test.type->getIntegerBitWidth();
    const AbstractObject &object = rules.pointers.object(test.place.object);
    // Where nothing is known about the begin: by a write that comes before all else.
    if (!initial && object.kind != ObjectKind::Global && rules.instances.isSingle(object))
      for (const auto &[writer, isExact, isWhole] : writers)
        if (const auto value = writer.leaves(bits);
            value && isExact && !llvm::isa<llvm::CallBase>(writer.at) &&
            llvm::all_of(test.looks,
                         [&](const auto *at) { return alwaysComesAfter(*at, *writer.at); })) {
          initial = value;
          break;
        }
    const auto kept = initial ? test.goes(*initial) : std::nullopt;
    if (!kept)
      return;
    std::vector<FlagWriter> turning;
    for (const auto &[writer, isExact, isWhole] : writers) {
      const auto value = isExact ? writer.leaves(bits) : std::nullopt;
      const bool isSame = value && (*value == *initial || test.isSimple);
      if (isSame && test.goes(*value) == kept)
        continue;
      turning.push_back(writer);
      // Who looks at other bytes than were written acquires nothing.
      turning.back().isRelease &= isWhole;
    }
    if (!turning.empty())
      enter(test, turning, *kept);
  }

  void enter(const FlagTest &test, const std::vector<FlagWriter> &turning, bool kept) {
    Group group;
    group.place = test.place;
    for (const FlagWriter &writer : turning)
      group.turning.push_back(writer.at);
    std::ranges::sort(group.turning);
    const bool byMutex = llvm::all_of(turning, [&](const FlagWriter &writer) {
      return llvm::all_of(test.looks, [&](const auto *at) { return locks.share(*writer.at, *at); });
    });
    group.isSynchronised =
        byMutex || (test.isAcquire && std::ranges::all_of(turning, &FlagWriter::isRelease));
    auto same = std::ranges::find_if(groups, [&](const Group &other) {
      return other.place == group.place && other.turning == group.turning &&
             other.isSynchronised == group.isSynchronised;
    });
    if (same == groups.end()) {
      for (const FlagWriter &writer : turning)
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(writer.at))
          group.releases.begins.insert(call);
        else
          group.releases.add(*writer.at);
      group.reason = {OrderKind::Flag, test.address, turning.front().at, test.looks.front(),
                      group.isSynchronised};
      same = groups.insert(groups.end(), std::move(group));
    }
    same->acquires.edges.insert(
        {test.branch->getParent(), test.branch->getSuccessor(kept ? 1 : 0)});
  }

  void addRule(Group &group) {
    for (const llvm::Instruction *writer : group.turning)
      if (rules.threads.isCalledBack(*writer->getFunction()))
        return;
    llvm::BitVector writers = rules.runnersOf(group.releases);
    llvm::BitVector readers = rules.runnersOf(group.acquires);
    readers.reset(writers); // One's own writes say nothing about others.
    if (readers.none() || rules.all.size() >= mostRules)
      return;
    const unsigned releases = rules.addPlaces(std::move(group.releases));
    const unsigned acquires = rules.addPlaces(std::move(group.acquires));
    Rule rule;
    rule.releases = rules.pointsOf(releases);
    for (const unsigned thread : readers.set_bits())
      rule.acquires.push_back({thread, acquires});
    rule.reason = group.reason;
    rules.add(std::move(rule));
  }

  Rules &rules;
  HeldLocks locks;
  std::vector<Group> groups;
};

} // namespace

void addFlagRules(Rules &rules) {
  if (rules.threads.all().size() > 1 && rules.pointers.unknownFunctions().empty())
    Flags(rules).run();
}

} // namespace heddle::analysis
