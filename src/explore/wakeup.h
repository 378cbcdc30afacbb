// Wake-up trees: what is left to try at a scheduling point (Abdulla, Aronis, Jonsson, Sagonas,
// JACM 2017). A branch is a step of a thread and what to do after it; a leaf goes on freely.
#pragma once

#include "explore/execution.h"
#include "support/bytes.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::explore {

using BranchId = std::uint32_t;
inline constexpr BranchId noBranch = ~BranchId{0};

/// Sides of branches on inputs. Most steps have none: then it is small.
class Sides {
public:
  Sides() = default;
  Sides(const Sides &from) { *this = from; }
  Sides(Sides &&) noexcept = default;
  Sides &operator=(const Sides &from) {
    list = from.list ? std::make_unique<List>(*from.list) : nullptr;
    return *this;
  }
  Sides &operator=(Sides &&) noexcept = default;
  ~Sides() = default;
  void clear() { list.reset(); }
  void add(std::uint32_t side) {
    if (!list)
      list = std::make_unique<List>();
    list->push_back(side);
  }
  std::span<const std::uint32_t> all() const {
    return list ? std::span<const std::uint32_t>(*list) : std::span<const std::uint32_t>();
  }

private:
  using List = std::vector<std::uint32_t>;
  std::unique_ptr<List> list;
};

/// There may be a hundred thousand of them, met in any order: two fill a line of the cache.
struct Branch {
  vm::ThreadId thread = 0; ///< Of the choice it begins with.
  bool isBranch = false;
  std::uint32_t alternative = 0;
  Sides sides;               ///< Of the branches on inputs within the step.
  TouchId touches = 0;       ///< What it did, or would do, where it was seen.
  BranchId first = noBranch; ///< Its children,
  BranchId last = noBranch;
  BranchId next = noBranch; ///< and its next sibling.

  vm::Choice head() const { return {thread, alternative, isBranch}; }
  void setHead(vm::Choice choice) {
    thread = choice.thread;
    isBranch = choice.isBranch;
    alternative = choice.alternative;
  }
};
static_assert(sizeof(Branch) == 32);

/// An execution to begin at some point: steps of the one that was just seen, the last of which may
/// be one that did not happen.
class Sequence {
public:
  Sequence(Execution &execution, const std::vector<vm::Choice> &path)
      : execution(execution), path(path) {}

  /// The steps that do not depend on the first of a race, then the second.
  void build(const Race &race, std::span<const vm::Effect> blocked);

  struct Step {
    EventId event = noEvent; ///< None: it did not happen.
    vm::ThreadId thread = 0;
    bool moved = false; ///< The second of the race, at a place where it was not.
    TouchId touches = 0;
  };
  bool empty() const { return steps.empty(); }
  const Step &front() const { return steps.front(); }
  const Step *find(vm::ThreadId thread) const;
  /// Whether this step, one of these, could come first.
  bool canBegin(const Step &step) const;
  /// The same where it is known what it does at the beginning. One that was moved may have done
  /// something else where it was seen.
  bool canBegin(const Step &step, TouchId touches) const;
  /// Whether a thread that takes no part could come first, touching this.
  bool isApart(TouchId touches) const;
  /// Whether a thread stores next where one that comes after the first of the race has stored, and
  /// somebody sees which was last. What is tried where it comes first does not tell of that.
  bool isSeenLate(vm::ThreadId thread) const;
  /// Whether a step stores where another thread has stored since an event, and somebody sees that
  /// it came later. What is tried where it comes before that event does not tell of that.
  bool isSeenAfter(const Step &step, TouchId touches, EventId since) const;
  /// For a step that can come first: the event up to which the execution must stay as it is for
  /// that to be certain.
  EventId beginsUpTo(const Step &step) const {
    // What comes after the second of the race and depends on it depends on the first too.
    return !step.moved || step.event == second ? step.event : noEvent;
  }
  /// The same where it is known what it does at the beginning.
  EventId beginsUpTo(const Step &step, TouchId touches) const;
  /// For a thread that cannot come first: the same.
  EventId waitsUpTo(vm::ThreadId thread) const;
  /// Whether a step that comes before this branch, or at whose place it is, stores where it does.
  bool storesBeside(const Branch &branch) const;
  /// Whether a branch that is none of these steps reads what is stored there. Its thread has done
  /// so many steps before.
  bool isNewReader(const Branch &branch, std::ptrdiff_t before, TouchId stores) const;
  void remove(const Step &step) { steps.erase(steps.begin() + (&step - steps.data())); }
  bool isSame(const Step &step, const Branch &branch) const;
  void fill(const Step &step, Branch &branch) const;
  std::span<const Step> all() const { return steps; }

private:
  void addObserved(const Race &race, TouchId instead);
  void addTail(EventId id);
  TouchId touchesWithoutTail(EventId id);
  TouchId touchesLeft(EventId id) {
    return execution[id].orders ? touchesWithout(id) : execution[id].touches;
  }
  TouchId touchesWithout(EventId id);
  bool isLate(vm::ThreadId thread) const { return thread < late.size() && late[thread]; }
  void setLate(vm::ThreadId thread, EventId since) {
    if (late.size() <= thread)
      late.resize(thread + std::size_t{1});
    late[thread] = std::min(late[thread] - 1, since - 1) + 1; // 0, that is never, comes last.
  }
  EventId nextOf(vm::ThreadId thread) const;
  bool isLoop(const Race &race, std::span<const vm::Effect> blocked) const;
  bool areStores(EventId a, EventId b) const;
  bool areOrdered(const Step &before, const Step &step, TouchId touches) const;

  Execution &execution;
  const std::vector<vm::Choice> &path;
  std::vector<Step> steps;
  EventId first = 0; ///< Of the race.
  EventId second = noEvent;
  TouchId secondLeft = 0; ///< What it does without the threads that come later.
  /// By thread: its first event that depends on the first, `noEvent` for none but the first itself.
  /// 0 if it has not come to any.
  std::vector<EventId> late;
  std::vector<EventId> behind; ///< Events that must come after the second of the race.
};

/// A list of accesses, as `write` has written it.
TouchId readTouches(support::ByteReader &from, Touches &touches);

class WakeupTrees {
public:
  const Branch &operator[](BranchId id) const { return branches[id]; }
  /// The sequence as a chain of branches that begins with one of its steps; its first.
  BranchId chain(const Sequence &sequence, const Sequence::Step &first);
  /// Has the sequence done below a branch, unless what is there covers it.
  void insertBelow(BranchId at, Sequence &sequence);
  /// Whether below a branch somebody who takes no part in the sequence sees that its store came
  /// before one of the sequence: then it is another execution.
  bool fixesStores(BranchId top, const Sequence &sequence) const;
  /// A branch of other trees and all below it; its siblings stay there.
  BranchId copy(const WakeupTrees &from, BranchId id);
  /// Forgets a branch and all below it.
  void release(BranchId id);
  /// The same as bytes.
  void write(support::ByteWriter &to, BranchId id, const Touches &touches) const;
  BranchId read(support::ByteReader &from, Touches &touches);

private:
  BranchId make();
  void append(BranchId parent, BranchId child);

  std::vector<Branch> branches;
  std::vector<BranchId> unused;
};

} // namespace heddle::explore
