#include "analysis/sharing.h"

#include "analysis/escape.h"
#include "analysis/frame_ends.h"
#include "analysis/parts.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>

namespace heddle::analysis {

namespace {

constexpr std::size_t mostFootprints = 256; ///< Of an object; with more it is looked at as a whole.

/// Who accesses some bytes, and who may be under way meanwhile.
struct Accessors {
  llvm::BitVector readers;
  llvm::BitVector writers;
  std::vector<llvm::BitVector> whileReading; ///< By the thread that reads.
  std::vector<llvm::BitVector> whileWriting;

  explicit Accessors(unsigned threads)
      : readers(threads), writers(threads), whileReading(threads), whileWriting(threads) {}
  void add(StaticThread thread, bool writes, const llvm::BitVector &underWay) {
    (writes ? writers : readers).set(thread);
    llvm::BitVector &others = (writes ? whileWriting : whileReading)[thread];
    if (others.empty())
      others = underWay;
    else
      others |= underWay;
  }
  void add(const Accessors &that) {
    for (const unsigned thread : that.readers.set_bits())
      add(thread, false, that.whileReading[thread]);
    for (const unsigned thread : that.writers.set_bits())
      add(thread, true, that.whileWriting[thread]);
  }
};

struct ObjectUse {
  std::map<Footprint, Accessors> parts;
  bool isWhole = false;
};

} // namespace

class SharingFinder {
public:
  SharingFinder(const PointsTo &pointers, const Threads &threads, const Parallel &parallel)
      : pointers(pointers), threads(threads), parallel(parallel),
        count(static_cast<unsigned>(threads.all().size())), escape(Escape::find(pointers, threads)),
        ends(pointers) {
    result.shared.resize(static_cast<unsigned>(pointers.objectCount()));
    uses.resize(pointers.objectCount());
    rows.assign(count, llvm::BitVector(count));
    for (StaticThread one = 0; one < count; ++one)
      for (StaticThread other = 0; other < count; ++other)
        if (parallel.areParallel(one, other))
          rows[one].set(other);
  }

  Sharing find() {
    result.silent = llvm::any_of(libraryFunctions(pointers), [](const llvm::Function *function) {
      constexpr std::string_view silent[] = {"at_quick_exit",      "atexit",
                                             "pthread_cancel",     "pthread_detach",
                                             "pthread_key_create", "pthread_key_delete"};
      return std::ranges::binary_search(silent, std::string_view(function->getName()));
    });
    forEachFunction(
        [this](const llvm::Instruction &at, const auto &runners) { enter(at, runners); });
    for (ObjectUse &use : uses)
      unite(use);
    forEachFunction(
        [this](const llvm::Instruction &at, const auto &runners) { judge(at, runners); });
    return std::move(result);
  }

private:
  /// A thread at an instruction, and who may be under way then.
  struct Runner {
    StaticThread thread;
    llvm::BitVector underWay;
  };
  using Runners = llvm::SmallVector<Runner, 4>;

  /// Only calls change who is under way.
  template <class F> void forEachFunction(F f) {
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::BasicBlock &block : *function) {
        bool isStale = true;
        Runners runners;
        for (const llvm::Instruction &at : block) {
          if (!at.mayReadOrWriteMemory() && !at.isTerminator())
            continue;
          const bool isCall = llvm::isa<llvm::CallBase>(at);
          if (isStale || isCall)
            runners = runnersAt(at);
          isStale = isCall;
          f(at, runners);
        }
      }
  }

  Runners runnersAt(const llvm::Instruction &at) const {
    Runners runners;
    for (const unsigned thread : threads.runners(*at.getFunction()).set_bits()) {
      llvm::BitVector underWay = parallel.underWay(thread, at);
      if (thread == 0) // There is only one main thread.
        underWay.reset(0u);
      runners.push_back({thread, std::move(underWay)});
    }
    return runners;
  }

  /// Whether it can be known to more than one thread, and changed.
  bool matters(ObjectId object) const {
    const AbstractObject &about = pointers.object(object);
    return about.hasMemory() && !about.isConstant && escape.isEscaped(object);
  }

  /// Calls `f(object, footprint, writes)` for all that an instruction touches.
  template <class F> TouchList forEachUse(const llvm::Instruction &at, F f) {
    TouchList list = touchesOf(at, pointers);
    for (const MemoryTouch &touch : list.touches)
      if (!fresh.isNew(*touch.pointer, at))
        forEachPart(touch, pointers, [&](ObjectId object, const Footprint &part) {
          if (escape.isEscaped(object))
            f(object, part, touch.writes);
        });
    if (ends.mayEnd(at))
      for (const ObjectId object : ends.locals(*at.getFunction()))
        if (matters(object))
          f(object, Footprint(), true);
    return list;
  }

  Accessors &partOf(ObjectUse &use, const Footprint &part) {
    if (use.parts.size() >= mostFootprints && !use.isWhole) {
      Accessors all(count);
      for (const auto &[footprint, accessors] : use.parts)
        all.add(accessors);
      use.parts.clear();
      use.parts.emplace(Footprint(), std::move(all));
      use.isWhole = true;
    }
    return use.parts.try_emplace(use.isWhole ? Footprint() : part, count).first->second;
  }

  void enter(const llvm::Instruction &at, const Runners &runners) {
    forEachUse(at, [&](ObjectId object, const Footprint &part, bool writes) {
      Accessors &accessors = partOf(uses[object], part);
      for (const Runner &runner : runners)
        accessors.add(runner.thread, writes, runner.underWay);
    });
  }

  /// Each footprint gets all accesses of those that it meets.
  void unite(ObjectUse &use) const {
    std::map<Footprint, Accessors> all;
    for (const auto &[part, accessors] : use.parts) {
      Accessors &sum = all.try_emplace(part, count).first->second;
      for (const auto &[other, others] : use.parts)
        if (part.meets(other))
          sum.add(others);
    }
    use.parts = std::move(all);
  }

  /// A thread's own variables end with it; who else knows them is not followed further.
  static bool alwaysMeets(ObjectKind kind) {
    return kind != ObjectKind::Global && kind != ObjectKind::Heap && kind != ObjectKind::Stack &&
           kind != ObjectKind::Arguments;
  }

  bool meets(const Runner &runner, const Accessors &others, bool writes) const {
    const auto isThere = [&](const llvm::BitVector &who,
                             const std::vector<llvm::BitVector> &meanwhile) {
      llvm::BitVector near = rows[runner.thread];
      near |= runner.underWay;
      if (near.anyCommon(who))
        return true;
      return llvm::any_of(who.set_bits(),
                          [&](unsigned other) { return meanwhile[other].test(runner.thread); });
    };
    return isThere(others.writers, others.whileWriting) ||
           (writes && isThere(others.readers, others.whileReading));
  }

  void judge(const llvm::Instruction &at, const Runners &runners) {
    llvm::BitVector who(count);
    const TouchList list = forEachUse(at, [&](ObjectId object, const Footprint &part, bool writes) {
      ObjectUse &use = uses[object];
      const Accessors &others = use.parts.find(use.isWhole ? Footprint() : part)->second;
      for (const Runner &runner : runners)
        if (alwaysMeets(pointers.object(object).kind) || meets(runner, others, writes)) {
          who.set(runner.thread);
          result.shared.set(object);
          result.silent |= alwaysMeets(pointers.object(object).kind);
        }
    });
    const bool isKnown = std::ranges::all_of(list.touches, [&](const MemoryTouch &touch) {
      return !pointers.pointsTo(*touch.pointer).empty();
    });
    if (!isKnown)
      who.set();
    const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
    const bool isEnd = intrinsic ? intrinsic->isLifetimeStartOrEnd() : ends.mayEnd(at);
    result.silent |= isEnd && who.any();
    if (who.any())
      result.meeting.try_emplace(&at, std::move(who));
    else if (list.isPlain && !list.touches.empty())
      result.alone.insert(&at);
  }

  const PointsTo &pointers;
  const Threads &threads;
  const Parallel &parallel;
  unsigned count;
  Escape escape;
  FrameEnds ends;
  NewObjects fresh;
  std::vector<ObjectUse> uses;
  std::vector<llvm::BitVector> rows; ///< Who runs in parallel with a thread as a whole.
  Sharing result;
};

Sharing Sharing::analyse(const PointsTo &pointers, const Threads &threads,
                         const Parallel &parallel) {
  return SharingFinder(pointers, threads, parallel).find();
}

bool Sharing::isVisible(StaticThread thread, const llvm::Instruction &at) const {
  const auto found = meeting.find(&at);
  return found != meeting.end() && found->second.test(thread);
}

} // namespace heddle::analysis
