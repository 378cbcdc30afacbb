// The door of the VM: what an explorer needs. It marks a point, asks what can happen next, lets it
// happen, and goes back. Everything between two visible operations of a thread runs uninterrupted.
#pragma once

#include "expr/node.h"
#include "program/program.h"
#include "vm/effects.h"
#include "vm/fault.h"
#include "vm/options.h"
#include "vm/recorder.h"
#include "vm/thread.h"
#include "vm/thread_table.h"
#include "vm/transfer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class DIType;
class GlobalValue;
} // namespace llvm
namespace heddle::solver {
struct Counters;
}

namespace heddle::vm {

class Executor;
class Image;
class Names;
class Symbolic;

/// One way to go on: a thread, and which alternative of its next operation (which waiter a signal
/// wakes, whether a timed wait gives up).
struct Choice {
  ThreadId thread = 0;
  std::uint32_t alternative = 0;
  bool isBranch = false; ///< A side of a branch on symbolic data: inputs decide it, not the test.
  bool operator==(const Choice &) const = default;
};

/// How an execution ended.
enum class End : std::uint8_t {
  Running,
  Normal,     ///< The process ended or all threads did.
  Failed,     ///< A thread stands at a failed check.
  Stuck,      ///< Deadlock, lost wake-up or hang; the fault says which.
  Assumption, ///< A thread stands at an assumption that does not hold.
  Nothing,    ///< A round of a loop came to nothing: what follows also does without it.
  CutShort,   ///< A bound or something unsupported.
};

/// What the workers of a search share: the decoded program.
class SharedCode {
public:
  /// `unroll` bounds the iterations of every loop; 0 for no bound.
  SharedCode(const program::Program &program, bool checkOverflow, std::uint64_t unroll = 0);
  ~SharedCode();
  Image &image() { return *owned; }
  const program::Program &program() const;
  /// The names of threads that its machines have met so far.
  ThreadTable threads() const;
  /// Whether code was met that takes several locks at once, which a real library does one by one.
  bool takesLocksAtOnce() const;
  /// To go on with what another process has begun. Before any machine runs.
  void setThreads(const ThreadTable &table);

private:
  std::unique_ptr<Image> owned;
};

class Machine {
public:
  Machine(SharedCode &code, const Options &options);
  ~Machine();
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  /// Runs to the first state where something visible can happen.
  void start();
  /// What can happen next, by thread. Empty at the end of an execution.
  const std::vector<Choice> &choices() const { return available; }
  void take(Choice choice);
  /// Once `choices` is empty.
  End end() const { return ended; }
  /// Whether the last step led back to the head of a loop by a round that came to nothing.
  bool cameToNothing() const { return hasStopped; }
  /// Whether a thread stands at the head of a loop and a round of it would come to nothing if
  /// nobody else acted in it.
  bool onlyWaits(ThreadId id);
  /// Lets those who could go on do so, one after another and each until a round of it comes to
  /// nothing: whether they all end so, for ever. Then that is a fault, and `path` leads there.
  bool onlyGoesRound(std::vector<Choice> &path);

  struct Mark;
  /// A point to go back to. Marks are used like a stack.
  std::size_t mark();
  /// Back to the mark; it stays.
  void back(std::size_t mark);
  /// Forgets the mark and those after it.
  void drop(std::size_t mark);

  /// A full copy of the state, independent of this one. Marks are not copied.
  std::unique_ptr<Machine> copy() const;

  /// What was found and what got in the way since the last call.
  std::vector<Fault> takeFaults();
  std::vector<Gap> takeGaps();

  const ThreadCore &thread(ThreadId id) const;
  std::size_t threadCount() const;
  bool exists(ThreadId id) const;
  std::string threadName(ThreadId id) const;
  std::string startRoutine(ThreadId id) const;
  const std::string &output() const;
  const std::string &errors() const; ///< What the program wrote on standard error.
  std::uint32_t exitCode() const;
  std::uint64_t instructions() const;
  /// Bytes of the undo log when the longest path was marked.
  std::size_t longestUndoLog() const { return longestLog; }
  /// The calls a thread is in, innermost first; `fromModel` tells those of models.
  struct StackEntry {
    program::LocationId location = program::noLocation;
    bool fromModel = false;
  };
  std::vector<StackEntry> stack(ThreadId id) const;
  /// All of the state that the future depends on, as bytes: equal bytes, equal futures.
  ///
  /// With `valueOf`, symbolic data is written as the values it gives, and the path's conditions are
  /// left out: for given inputs, states then compare with those of other machines on this code.
  /// Without `registers` it is what threads have in common: memory, locks, and where each stands.
  using Valuation = std::function<std::uint64_t(expr::Ref)>;
  void serialise(std::string &out, const Valuation &valueOf = {}, bool registers = true) const;
  /// What is known of the inputs met so far.
  const Symbolic &symbolic() const;
  /// The object that owns an address, also one that is gone.
  struct FoundObject {
    Address base = 0;
    std::uint64_t size = 0;
    bool isLive = false;
    const llvm::GlobalValue *global = nullptr; ///< A variable or a function; null for others.
  };
  std::optional<FoundObject> objectAt(Address address) const;
  /// A name for what lies at an address, for people: "counter", "queue.head", "block of 16 bytes".
  std::string describe(Address address) const;
  /// The same for a pointer, which is to all of an element rather than to its first part: "&block".
  std::string describePointer(Address address) const;
  /// Whether a variable of an unsigned type begins there, as far as is known.
  bool isUnsigned(Address address) const;
  /// Values of the symbolic inputs that lead here.
  std::vector<InputValue> anyInputs() const;
  /// Makes those as small as can be found before the machine is cancelled or its solver gives up;
  /// whether they are the smallest.
  bool makeInputsSmall();
  const solver::Counters &solverCounters() const;
  /// Makes a running question to the solver end soon. From any thread.
  void interruptSolver();
  std::vector<Address> locksHeldBy(ThreadId id) const;

  /// Has the effects of every step noted from now on. Of who stands at the head of a loop that may
  /// spin either what is remembered of it, or (`looksAgain`) what the next iteration looks at
  /// first.
  void track(bool looksAgain = false);
  /// What the execution that is looked at knows of earlier values; only for `track`.
  void setHistory(History history);
  void setContested(Contested contested);
  const Forecast &forecast(std::uint32_t number) const;
  /// Those of the last `take` (or `start`), in the order they happened.
  const std::vector<Effect> &effects() const;
  /// What a thread that is blocked would do if it could.
  bool blockedEffects(ThreadId id, std::vector<Effect> &out);
  /// The thread on whose stack an address is, or `noThread`.
  ThreadId stackOwner(Address address) const;
  /// Whether the choices are asked of one thread in the midst of a step: nobody else can go on.
  bool asks() const;

  // --- for summaries (transfer.h); before `start`
  /// Keeps the book of what steps do to data from now on.
  void keepJournal();
  void endJournal();
  /// What the last step did to data,
  Transfer &lastStep() { return step; }
  /// and what the choices behind it depend on: only conditions, over the cells of this state.
  Transfer &lastChoices() { return asked; }
  /// All that the future depends on but data.
  void controlKey(std::string &out) const;
  /// What a cell holds: a constant, or an expression over inputs.
  expr::Ref cellNow(std::uint32_t cell) const;
  /// Whether the path lets only states be in which a condition over inputs holds.
  bool implies(expr::Ref condition);
  expr::Builder &builder();
  const Cell &cell(std::uint32_t number) const;

  /// Has every visible operation told to `recorder`, also those of a thread that is alone.
  void record(Recorder *recorder);

private:
  Machine(const Machine &from, int);
  std::string describe(Address address, const llvm::DIType *&leaf, bool isPointer) const;
  static bool isAsked(const ThreadCore &core) {
    return core.status == ThreadStatus::Ready &&
           (core.pending.phase == Phase::Branch || core.pending.phase == Phase::Choose);
  }
  void settle(std::size_t from);
  void findChoices();
  void findDeadlockCycle(ThreadId from);
  void classifyEnd();
  void findEndlessRounds();
  void noteRepeat(ThreadId id);
  void passHead(ThreadId id);
  std::uint32_t waysBehindHead(ThreadId id);
  void collectChoices();
  void noteSeen(ThreadId by);
  void findLeaks();
  bool sectionWouldBlock(ThreadId id);
  void takeSection(ThreadId id);
  bool runSection(ThreadId id);
  void answerSection(Choice choice);
  ThreadId holderOf(const Pending &pending) const;

  struct Shared;
  std::shared_ptr<Shared> shared;
  SharedCode &code;
  Options options;
  std::unique_ptr<Executor> x;
  std::vector<Choice> available;
  End ended = End::Running;
  bool hasStopped = false;     ///< The last step came to nothing.
  bool stops = false;          ///< A thread stands where its round came to nothing.
  std::vector<ThreadId> ready; ///< Those that choices were last collected for.
  struct Saved;
  std::vector<Saved> marks;
  std::size_t longestLog = 0;
  void findChoicesOf(ThreadId id);
  Transfer step;                      ///< If a journal is kept.
  Transfer asked;                     ///< Likewise.
  std::vector<Effect> sectionEffects; ///< Of the atomic section that was last tried.
};

} // namespace heddle::vm
