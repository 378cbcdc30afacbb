// Runs threads of one state. The explorers see it through `Machine`; the handlers of instructions
// and the library functions see it whole.
#pragma once

#include "vm/clock.h"
#include "vm/code.h"
#include "vm/effects.h"
#include "vm/fault.h"
#include "vm/forecast.h"
#include "vm/memory.h"
#include "vm/names.h"
#include "vm/options.h"
#include "vm/race.h"
#include "vm/recorder.h"
#include "vm/rounds.h"
#include "vm/stable_pool.h"
#include "vm/symbolic.h"
#include "vm/sync_object.h"
#include "vm/thread.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace heddle::vm {

class Image;
class Journal;

/// What a register is besides its value: which bits are undefined, and its expression if it is
/// symbolic (its value then means nothing).
struct Shadow {
  std::uint64_t undefined = 0;
  expr::Ref node = nullptr;
  bool isPlain() const { return !undefined && !node; }
};

/// A stretch of memory that the running thread may touch without asking: no other thread can see
/// it, it is fully written and, for stores, already logged.
struct Window {
  Address begin = 0;
  std::uint64_t length = 0;
  std::uint8_t *host = nullptr;
};

enum class AccessKind : std::uint8_t { Read, Write, Update };

/// A memory order, as far as happens-before cares.
struct Ordering {
  bool atomic = false;
  bool acquire = false;
  bool release = false;
};

class Executor {
public:
  Executor(Image &image, Names &names, StoragePool &pool, BlockMap &map, SymbolicContext &symbols,
           const Options &options);
  ~Executor();
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;
  /// Becomes a full copy of another state of the same search.
  void copyFrom(const Executor &from);

  // --- the hot part, used by handlers -----------------------------------------------------------
  static constexpr std::uint32_t deepestStack = 200'000; ///< Calls that may nest.
  static constexpr unsigned windowCount = 64;
  struct Windows {
    std::array<Window, windowCount> read;
    std::array<Window, windowCount> write;
  };
  std::unique_ptr<Windows> windows; ///< Only there once a thread has run: most copies just wait.
  std::int64_t budget = 0;          ///< Instructions until the run loop wants to look.
  Thread *thread = nullptr;

  static bool hits(const Window &window, Address address, std::uint64_t size) {
    const std::uint64_t offset = address - window.begin;
    return offset < window.length && size <= window.length - offset;
  }
  Window &readWindow(Address address) { return windows->read[(address >> slotBits) % windowCount]; }
  Window &writeWindow(Address address) {
    return windows->write[(address >> slotBits) % windowCount];
  }

  // --- memory, the slow way ----------------------------------------------------------------------
  /// The bytes at an address for an access of the running thread that is about to happen: checked,
  /// granted as a visible operation if it is one, checked for races, logged if it writes. Null if
  /// the thread stops here (it then stands before `pc`, or has failed).
  std::uint8_t *touch(const Inst *pc, Address address, std::uint64_t size, AccessKind kind,
                      Ordering ordering = {});
  /// Tells the recorder what an access saw and did.
  void noteAccess(Address address, std::uint64_t size, AccessKind kind, const std::uint8_t *before,
                  const std::uint8_t *after);
  /// After a store: what a pointer stored in a shared object points to is shared.
  void publish(Address address, std::uint64_t size);
  void share(Address pointer);
  /// All that shared objects point to: a thread that is alone stores pointers without telling.
  void shareReachable();

  /// The value at an address without touching it: 0 where nothing can be read.
  std::uint64_t peek(Address address, unsigned size) const;
  /// The same for what nothing that happens depends on.
  std::uint64_t glimpse(Address address, unsigned size) const;
  bool isWritten(Address address, std::uint64_t size) const;
  bool isReadable(Address address) const;
  bool isShared(Address address) const;
  std::uint64_t storing = 0; ///< What the running store of eight bytes puts there.
  /// Makes the bytes of `storeHoles` what they are, once a store has been done.
  void punchHoles(Address address);
  /// The same for an input that is put into memory.
  void punchInput(Address address, std::uint64_t size);
  /// Makes the bytes at an address those of an expression.
  void setSymbolic(Address address, expr::Ref value, unsigned size);
  /// The value of `size` bytes as an expression; null if none of them is symbolic.
  expr::Ref symbolicAt(Address address, unsigned size);
  /// Nothing in the object is symbolic any more.
  void forgetSymbols(const Object &object);
  /// Shares everything that a symbolic pointer stored at an address may point to.
  void shareSymbolic(Address at);
  /// Whether reads there give unknowns (Options::lifts).
  bool lifts(Address address) const {
    return options.lifts && recorder && !isTrial && isShared(address);
  }
  /// What stands for the value that is read there now; null if some of it is undefined.
  expr::Ref lift(Address address, unsigned size);
  expr::Ref lifted = nullptr; ///< Of the access that is about to be told.
  /// Whether an access to this address would happen now, and not wait for a grant.
  bool wouldGrant(Address address) const;

  ObjectId makeStackObject(std::uint64_t size, std::uint64_t alignment);
  /// A new heap object; 0 if there is no room. Zeroed counts as written.
  Address makeHeapObject(std::uint64_t size, std::uint64_t alignment, bool zeroed, bool leakable);
  void endStackObjectsFrom(std::uint32_t count);
  void endLocals(); ///< The running thread's thread-local variables, when it ends.
  Address localAddress(unsigned index); ///< The running thread's copy of a thread-local variable.

  /// Makes further accesses of one operation pass when the first one was granted.
  class Together {
  public:
    Together(Executor &x, bool active) : x(x), before(x.together) { x.together |= active; }
    ~Together() { x.together = before; }
    Together(const Together &) = delete;
    Together &operator=(const Together &) = delete;

  private:
    Executor &x;
    bool before;
  };

  // --- control
  // ------------------------------------------------------------------------------------
  /// Calls a function; false if the thread stops.
  bool enter(CodeFunction &callee, const Inst *pc, const CallSite &site);
  /// Calls a function in place of the running one, whose caller gets the result.
  void replace(CodeFunction &callee, const CallSite &site);
  /// Pushes a frame with these argument registers; for starts of threads and callbacks.
  void pushFrame(CodeFunction &callee, const std::uint64_t *arguments, std::size_t count);
  /// Leaves the top frame; false if it was the last.
  bool leave();
  /// Cuts the stack to `depth` frames.
  void unwindTo(std::uint32_t depth);
  void refill(const Inst *pc); ///< When the budget is used up.
  /// Lets a thread go on until it stops before its next visible operation, ends or fails.
  void run(ThreadId which);
  /// Sections order what threads do, like a lock they share. One of `locks` (std::lock) does not:
  /// it is a way to take several locks at once.
  bool beginAtomic(const Inst *pc, bool locks = false);
  void endAtomic(bool locks = false);
  void leaveSections();

  // --- stopping
  // -----------------------------------------------------------------------------------
  /// Whether the operation may happen now. If not the thread stands before it.
  bool grant(const Inst *pc, const Pending &operation);
  void stopAt(const Inst *pc);
  /// `earlier` is where the object was given back, if that is the point.
  void fault(const Inst *pc, FaultKind kind, std::string message,
             program::LocationId earlier = program::noLocation);
  void gap(const Inst *pc, std::string reason, std::string detail);
  void stand(const Inst *pc, Standing why);
  program::LocationId userLocation(const Thread &of) const;
  std::string neededBy() const;
  bool stopped() const { return hasStopped; }
  void forgetPlans();
  void resetStop() { hasStopped = wantsRefill = false; }

  // --- symbolic data (executor_symbolic.cpp)
  // --------------------------------------------------------
  enum class Side : std::uint8_t { False, True, Stopped };
  /// Which way a condition goes. If it can go both ways the thread stops and is asked later.
  Side decide(const Inst *pc, expr::Ref condition);
  /// The same for what is asked when a trial is over: Stopped if it can go both ways and no more
  /// sides are given.
  Side decideInTrial(expr::Ref condition);
  /// The value of an expression, one of those it can have; false if the thread stops.
  bool settle(const Inst *pc, expr::Ref node, std::uint64_t &value);
  /// Waits for a choice among `count`; false if the thread stops.
  bool choose(const Inst *pc, std::uint32_t count, std::uint32_t &which);
  /// Goes on only where this holds; false if the thread stops.
  bool assume(const Inst *pc, expr::Ref condition);

  // --- enabledness
  // ---------------------------------------------------------------------------------
  /// In how many ways the pending operation can happen now; 0 if it is blocked.
  std::uint32_t alternatives(ThreadId which, const Pending &operation);
  void hideRelease(const SyncObject &location);
  bool holdsLock(ThreadId which) const;
  std::vector<ThreadId> waitersOn(Address condition) const;

  // --- start and end
  // -------------------------------------------------------------------------------
  void start();
  /// What comes after the bottom frame of a thread returns: constructors, main, exit handlers.
  void finishThread(std::uint64_t result);
  /// Ends the running thread from within: cleanup handlers first.
  void exitThread(const Inst *pc, std::uint64_t result);
  /// Goes on with that once the innermost handler has run.
  void unwindThread(const Inst *pc);
  /// Whether the thread was asked to end and lets itself be ended.
  static bool isCancelled(const ThreadCore &core) {
    return core.cancelRequested && !core.cancelDisabled;
  }
  /// Calls the next exit handler on top of the running thread; false if there is none.
  bool callExitHandler(bool again, bool quick = false);
  /// The same for destructors of the running thread's thread-local variables.
  bool callLocalDestructor(bool again);
  void addExitHandler(Address function, std::uint64_t argument, bool quick = false);

  // --- going back
  // ----------------------------------------------------------------------------------
  struct Mark {
    std::size_t log = 0;
    ClockArena::Position clocks;
    std::size_t syncs = 0;
    std::size_t races = 0;
    std::uint32_t accesses = 0;
    std::size_t output = 0;
    std::size_t errors = 0;
    std::size_t handlers = 0;
    Symbolic::Position symbols;
    std::size_t forecasts = 0;
    std::size_t rounds = 0;
    std::uint64_t steps = 0;
  };
  Mark mark();
  void back(const Mark &mark);

  // --- synchronisation ---------------------------------------------------------------------------
  SyncObject *findSync(Address address);
  SyncObject *findReadHold(Address address, ThreadId reader);
  SyncObject &makeSync(Address address, SyncKind kind);
  void changeSync(SyncObject &object) {
    if (memory.logging())
      memory.undo().saveRaw(&object, sizeof object);
  }
  void saveCore(Thread &of);
  void saveFrames(Thread &of);
  void acquire(const SyncObject &from);
  void release(SyncObject &to);
  void fence(bool acquires, bool releases);
  void orderAtomic(Address address, AccessKind kind, Ordering ordering);
  void forgetReleases(const Object &object, Address address, std::uint64_t size);
  void updateSolo();
  Address namesakeOf(Address start, Address argument);
  ThreadId createThread(std::uint64_t start, std::uint64_t argument, bool detached,
                        program::LocationId location);

  void clearWindows();

  // --- what a step does (effects.cpp)
  // ---------------------------------------------------------------
  void noteEffect(EffectKind kind, Address address, std::uint64_t size = 1, Gate gate = Gate::None);
  /// It depends on a thread not having been cancelled while it waited.
  void noteStillWaiting(ThreadId which);
  void noteAccessEffect(Address address, std::uint64_t size, AccessKind kind,
                        const std::uint8_t *bytes);
  void noteOperation(const Pending &operation);
  void noteOrder(ThreadId from, ThreadId to, bool replaces = false);
  void noteEnd(const Object &object); ///< Of an object that others may know.
  /// The effects that a blocked operation would have; false if it has none.
  bool pendingEffects(ThreadId which, std::vector<Effect> &out);
  bool tracks = false;     ///< Effects are wanted.
  bool looksAgain = false; ///< And of loops what the next iteration looks at first.
  bool exchanges = false;  ///< The access is one of a compare-exchange.
  /// Also where somebody might see what another thread has begun in a loop.
  bool notesEffects() const { return tracks || hasRounds; }
  std::vector<Effect> effects;
  History history;     ///< Of the execution, if effects are wanted.
  Contested contested; ///< Likewise.
  std::vector<TrialCell> contestedCells;
  bool mayContest = false;     ///< There may be contested cells,
  bool knowsContested = false; ///< and they have been looked for.
  void forgetContested();
  bool isContested(Address address, std::uint64_t size);
  std::vector<Forecast> forecasts; ///< Of loops that threads have come to.
  std::uint32_t forecastNow = 0;   ///< For the first access of the running step; index + 1.

  // --- rounds of loops (rounds.h)
  // -----------------------------------------------------------------
  std::vector<std::shared_ptr<const RoundStarts>> rounds;
  Mark roundMark; ///< What the running thread has changed since is not noted yet.
  /// Likewise: where it stored, and what could be acquired there before.
  std::vector<std::pair<Address, std::vector<std::uint32_t>>> hiddenReleases;
  bool hasBareAccess = false; ///< Likewise.
  bool hasRounds = false;     ///< Some thread ever was at the head of a loop.

  // --- the state ---------------------------------------------------------------------------------
  Image &image;
  Names &names;
  const Options &options;
  Memory memory;
  ClockBook clocks{memory.undo()};
  Clock atomicClock; ///< Of the last atomic section.
  StablePool<SyncObject> syncs;
  Symbolic symbolic;
  RaceShadow races{memory.undo()};
  std::vector<std::unique_ptr<Thread>> threads; ///< By ThreadId; some may not exist on this path.
  std::string output;                           ///< What the program printed.
  std::string errors;                           ///< What it printed on standard error.
  struct Globals { ///< Plain data of the whole process, saved as one piece.
    std::uint64_t tickets = 0;
    std::uint32_t started = 0; ///< Constructors run; one more is main, two more the end.
    std::uint32_t keys = 0;
    std::uint32_t live = 0; ///< Threads not finished.
    std::uint32_t exitCode = 0;
    bool exiting = false;
    bool multi = false; ///< A thread was ever created.
  } globals;
  struct ExitHandler {
    Address function = 0;
    std::uint64_t argument = 0;
    bool quick = false; ///< For quick_exit, not for exit.
  };
  struct Key { ///< Of thread-specific data.
    Address destructor = 0;
    bool deleted = false;
  };
  StablePool<ExitHandler> exitHandlers;
  StablePool<Key> keys; ///< As many as `globals.keys`; they are not reused.
  void saveGlobals() {
    if (memory.logging())
      memory.undo().saveRaw(&globals, sizeof globals);
  }

  // --- uninitialised values on their way (guard.h)
  // --------------------------------------------------
  using Hole = SymbolicByte;
  std::vector<Hole> storeHoles; ///< Bytes that the next store makes undefined, or symbolic.
  /// The bytes of a range that are undefined or symbolic: what a copy of it takes along.
  std::vector<Hole> holesAt(Address address, std::uint64_t size) const;
  std::vector<Shadow> argumentShadows; ///< Of the arguments of the next call; empty if all plain.
  std::vector<Shadow> returnShadows;   ///< Of the value being returned.
  std::int8_t exchangeOutcome = -1;    ///< Of the next compare-exchange, if it is known already.
  bool sawUndefined = false;           ///< The last access read bytes that were never written.

  // --- of the running step
  // ------------------------------------------------------------------------
  ThreadId current = 0;
  bool solo = true;       ///< Nobody else can see or have seen what the running thread does.
  bool mayAct = false;    ///< The explorer granted one visible operation that is not yet done.
  bool isTrial = false;   ///< Every visible operation is granted and undone later.
  bool seeksRaces = true; ///< Not while something is tried and undone: a race counts once.
  bool blocked = false;   ///< An atomic section or a trial met an operation that is not enabled.
  bool excluded = false;  ///< An atomic section met an assumption that does not hold.
  bool trialFault = false;
  bool trialReturned = false;   ///< The trial came back to the head of its loop.
  bool trialRaces = false;      ///< It came to an access that is a race, and new for its thread.
  Trial *trial = nullptr;       ///< Who wants to know what it looks at.
  bool trialOuter = false;      ///< It came to the head of a loop around its own.
  bool trialWrites = false;     ///< What it wrote to, and others see, was different for a while.
  std::uint32_t trialSteps = 0; ///< Visible operations of the trial.
  bool trialStands = false;     ///< A trial came by a target where others may have to stand too.
  bool trialMet = false;        ///< The trial came to something visible,
  bool trialVisible = false;    ///< and that was an access.
  const Inst *trialHead = nullptr;
  std::uint32_t trialDepth = 0;
  const Inst *trialWithin = nullptr;   ///< The head of a loop that the trial came to last,
  std::uint32_t trialWithinVisits = 0; ///< and how often one after another.
  std::vector<bool> trialSides;        ///< Of conditions that can go both ways, one after another.
  std::vector<expr::Ref> trialAssumed; ///< What the trial has assumed by them.
  expr::Ref trialCondition = nullptr;  ///< The first one after those.
  bool together = false;
  /// What the explorer has said, one after another, to what is asked within an atomic section that
  /// is run from its beginning each time (Machine::takeSection).
  std::vector<std::uint32_t> sectionAnswers;
  std::size_t nextAnswer = 0;
  bool mayBranch = false;         ///< The explorer has said which side of a branch to take,
  std::uint32_t branchChoice = 0; ///< this one.
  std::uint64_t grants = 0;       ///< Visible operations granted so far,
  std::optional<std::uint64_t> callGrants; ///< and before the library call that is running.
  std::uint32_t suspects = 0; ///< How many heads of loops to look at though the thread is alone.
  std::uint32_t choice = 0;   ///< Which alternative of that operation.
  std::uint32_t chosen() const { return isTrial ? 0 : choice; }
  std::uint64_t steps = 0;        ///< Instructions on this path.
  std::uint64_t instructions = 0; ///< Instructions in all.
  std::int64_t budgetStart = 0;
  std::vector<Fault> faults;                    ///< Since the explorer last looked.
  std::unordered_set<std::uint64_t> knownRaces; ///< Pairs that have been among them.
  std::vector<Gap> gaps;
  Recorder *recorder = nullptr;
  ThreadId toldBy = noThread;       ///< Whose operation the recorder was told of last,
  std::uint64_t toldAt = 0;         ///< and the number of its grant.
  bool careful = false;             ///< No windows: every access goes the slow way, for recording.
  std::unique_ptr<Journal> journal; ///< Told of every instruction, if there is one.

  void explainBadAddress(const Inst *pc, Address address, std::uint64_t size, const Object *object,
                         AccessKind kind);

private:
  Side takeTrialSide(expr::Ref condition, bool ofModel, expr::Assignment found);
  void waitForSide(const Inst *pc, Phase phase, std::uint32_t count);
  void fillWindow(const Object &object, ObjectId id, Address address, AccessKind kind);
  bool keepsVtable(Address address) const;
  void checkRace(Address address, std::uint64_t size, AccessKind kind, Ordering ordering);
  void saveFrame(Thread &of, std::uint32_t index);
  ObjectId newObject(ObjectId id, ObjectKind kind, std::uint64_t size, std::uint64_t alignment,
                     bool written);
  void buildArguments(std::vector<std::uint64_t> &arguments);
  void goOnEnding();
  bool callKeyDestructor();

  std::vector<std::uint8_t> dirtyWindows;
  ObjectId lastWritten = 0;
  unsigned writesInARow = 0;
  bool hasStopped = false;
  bool wantsRefill = false;
};

} // namespace heddle::vm
