#include "vm/machine.h"

#include "vm/executor.h"
#include "vm/image.h"
#include "vm/journal.h"
#include "vm/spin.h"

#include <algorithm>
#include <cassert>
#include <llvm/ADT/SmallVector.h>
#include <utility>

namespace heddle::vm {

using Op = program::OpKind;

/// Search-wide: names, pools. A copy of a machine shares them with the original.
struct Machine::Shared {
  explicit Shared(Image &image) : names(image.threadNumbers(), image.firstFreeBlock()) {}
  StoragePool pool;
  BlockMap map;
  Names names;
  SymbolicContext symbols;
};

struct Machine::Saved {
  Executor::Mark mark;
  llvm::SmallVector<Choice, 16> available; ///< Mostly in place: there is one for each state.
  std::vector<std::uint32_t> sectionAnswers;
};

SharedCode::SharedCode(const program::Program &program, bool checkOverflow, std::uint64_t unroll)
    : owned(std::make_unique<Image>(program, CodeOptions{checkOverflow, unroll})) {}
SharedCode::~SharedCode() = default;
ThreadTable SharedCode::threads() const {
  return owned->threadNumbers().table();
}
void SharedCode::setThreads(const ThreadTable &table) {
  owned->threadNumbers().set(table);
}
const program::Program &SharedCode::program() const {
  return owned->program();
}

bool SharedCode::takesLocksAtOnce() const {
  return owned->takesLocksAtOnce();
}

Machine::Machine(SharedCode &code, const Options &options)
    : shared(std::make_shared<Shared>(code.image())), code(code), options(options),
      x(std::make_unique<Executor>(code.image(), shared->names, shared->pool, shared->map,
                                   shared->symbols, this->options)) {}

Machine::Machine(const Machine &from, int)
    : shared(from.shared), code(from.code), options(from.options),
      x(std::make_unique<Executor>(code.image(), shared->names, shared->pool, shared->map,
                                   shared->symbols, this->options)),
      available(from.available), ended(from.ended) {
  x->copyFrom(*from.x);
  x->sectionAnswers = from.x->sectionAnswers;
}

Machine::~Machine() = default;

std::unique_ptr<Machine> Machine::copy() const {
  return std::unique_ptr<Machine>(new Machine(*this, 0));
}

void Machine::start() {
  if (x->journal)
    x->journal->begin();
  x->start();
  x->run(0);
  if (!isAsked(x->threads[0]->core))
    settle(0);
  findChoicesOf(0);
}

/// Nobody comes to the end of a step but by what it did, nor to its choices but by what they need.
void Machine::findChoicesOf(ThreadId id) {
  if (!x->journal)
    return findChoices();
  step = x->journal->take();
  x->journal->begin();
  findChoices();
  for (const auto &thread : x->threads)
    if (thread && (thread->core.cameToNothing || thread->core.awaits))
      x->journal->giveUp("a loop that waits");
  if (!x->symbolic.lazies.empty())
    x->journal->giveUp("a lazy pointer");
  if (!x->sectionAnswers.empty())
    x->journal->giveUp("an atomic section that asks");
  if (!x->faults.empty() || !x->gaps.empty())
    x->journal->giveUp("a finding");
  if (id < x->threads.size() && ended == End::Nothing)
    x->journal->giveUp("a round that comes to nothing");
  asked = x->journal->take();
  x->journal->begin();
}

void Machine::take(Choice choice) {
  assert(choice.thread < x->threads.size() && "only a thread that exists can act");
  const ThreadCore &core = x->threads[choice.thread]->core;
  const bool settles = core.settles;
  x->effects.clear();
  if (x->journal)
    x->journal->begin();
  if (core.cameToNothing) {
    if (x->journal)
      x->journal->giveUp("a loop that waits");
    passHead(choice.thread);
    if (core.status != ThreadStatus::Ready || isAsked(core))
      return findChoicesOf(choice.thread);
  }
  x->saveCore(*x->threads[choice.thread]);
  x->threads[choice.thread]->core.moves += !isAsked(core);
  x->threads[choice.thread]->core.settles = false;
  if (x->tracks && core.pending.phase == Phase::Await)
    noteAwait(*x, choice.thread); // Tries iterations, and must not use what is granted below.
  if (isAsked(core) && core.pending.kind == Op::AtomicBegin) {
    answerSection(choice);
  } else if (isAsked(core)) {
    x->mayBranch = true;
    x->branchChoice = choice.alternative;
    x->mayAct = core.actsAfter;
    x->choice = core.choosesAfter;
  } else {
    x->mayAct = true;
    x->choice = choice.alternative;
  }
  x->forecastNow = core.forecast;
  if (core.forecast) {
    x->saveCore(*x->threads[choice.thread]);
    x->threads[choice.thread]->core.forecast = 0;
  }
  x->blocked = false;
  if (x->mayAct && core.pending.kind == Op::AtomicBegin && code.image().assumesInSections())
    takeSection(choice.thread);
  else
    x->run(choice.thread);
  hasStopped = core.cameToNothing;
  if (x->hasRounds)
    noteSeen(choice.thread);
  x->forecastNow = 0;
  if (x->mayBranch)
    x->gaps.push_back(
        {"internal", "a branch was decided that nobody came to", core.pending.location});
  if (x->blocked && core.atomicDepth)
    x->gaps.push_back({"atomic-section", "an atomic section blocks after a branch on symbolic data",
                       core.pending.location});
  x->mayAct = false;
  x->mayBranch = false;
  if (isAsked(core))
    x->threads[choice.thread]->core.settles = settles;
  else
    settle(settles ? choice.thread + std::size_t{1} : 0);
  findChoicesOf(choice.thread);
  if (core.isRepeat)
    noteRepeat(choice.thread);
}

/// The thread stands before its section and is going to be run through it once more.
void Machine::answerSection(Choice choice) {
  Thread &thread = *x->threads[choice.thread];
  x->sectionAnswers.push_back(choice.alternative);
  Pending pending;
  pending.kind = Op::AtomicBegin;
  pending.second = thread.core.pending.second;
  pending.location = x->userLocation(thread);
  thread.core.pending = pending;
  thread.core.branch = nullptr;
  x->mayAct = true;
}

/// Nobody may see what a section has done that comes to an assumption which does not hold: there is
/// no execution with it. The thread stands before it. So it does while something is asked within
/// the section, which is then run from its beginning with the answers.
void Machine::takeSection(ThreadId id) {
  Recorder *recorder = std::exchange(x->recorder, nullptr);
  const Executor::Mark mark = x->mark();
  const std::vector<Fault> faults = x->faults;
  const auto knownRaces = x->knownRaces;
  const auto undo = [&] {
    x->back(mark);
    x->faults = faults;
    x->knownRaces = knownRaces;
  };
  const ThreadCore &core = x->threads[id]->core;
  bool isAskedWithin = runSection(id);
  x->recorder = recorder;
  if (recorder && !isAskedWithin) { // Now that it is known to come to its end.
    undo();
    isAskedWithin = runSection(id);
  }
  if (!x->excluded && !isAskedWithin)
    return x->sectionAnswers.clear();
  if (x->journal)
    x->journal->giveUp("an atomic section that is tried");
  const Pending question = core.pending;
  const void *branch = core.branch;
  const std::vector<expr::Ref> &path = x->symbolic.path();
  const std::vector<expr::Ref> decided(
      path.begin() + static_cast<std::ptrdiff_t>(mark.symbols.conditions), path.end());
  undo();
  Thread &thread = *x->threads[id];
  x->saveCore(thread);
  if (isAskedWithin) {
    x->effects.clear();
    thread.core.pending.phase = question.phase;
    thread.core.pending.size = question.size;
    thread.core.pending.location = question.location;
    thread.core.branch = branch;
    return;
  }
  x->sectionAnswers.clear();
  for (const expr::Ref condition : decided) // The model is still the one that satisfies them.
    x->symbolic.add(condition);
  thread.core.status = ThreadStatus::Standing;
  thread.core.standing = Standing::Assume;
}

/// Whether it came to something that is asked within the section.
bool Machine::runSection(ThreadId id) {
  const ThreadCore &core = x->threads[id]->core;
  x->effects.clear();
  x->excluded = false;
  x->mayAct = true;
  x->nextAnswer = 0;
  x->run(id);
  x->nextAnswer = x->sectionAnswers.size();
  return isAsked(core) && core.atomicDepth;
}

/// What others have begun and not ended in a loop counts once somebody has seen it.
void Machine::noteSeen(ThreadId by) {
  if (std::ranges::none_of(x->threads, [&](const auto &thread) {
        return thread && thread->core.rounds && thread.get() != x->threads[by].get();
      }))
    return;
  std::vector<SeenBytes> seen;
  for (const Effect &effect : x->effects)
    if (effect.size != Effect::everything) // That is what it waited for, not what it did.
      seen.push_back({effect.address, effect.size});
  seeRounds(*x, by, seen);
}

namespace {
/// What can be acquired from atomic variables is no part of a state, but races depend on it: whose
/// releases, and whether these were the last ones.
void addReleases(const Executor &x, std::string &world) {
  for (std::size_t i = 0; i < x.syncs.size(); ++i) {
    const SyncObject &sync = x.syncs[i];
    if (sync.kind != SyncKind::Atomic)
      continue;
    world.append(reinterpret_cast<const char *>(&sync.address), sizeof sync.address);
    for (std::uint32_t id = 0; id < x.threads.size(); ++id) {
      const std::uint32_t known = sync.clock.of(id);
      const bool isLast = x.threads[id] && known + 1 >= x.threads[id]->core.clock.of(id);
      world += static_cast<char>(known == 0 ? 0 : isLast ? 2 : 1);
    }
  }
}
} // namespace

/// Threads that give way to each other, or undo what the others do, may do so for ever. Where all
/// that can follow is tried, it has been tried from the state that they came back to.
void Machine::noteRepeat(ThreadId id) {
  x->saveCore(*x->threads[id]);
  x->threads[id]->core.isRepeat = false;
  if (available.empty())
    return;
  std::string world;
  serialise(world);
  if (options.looksFor(FaultKind::DataRace))
    addReleases(*x, world);
  if (!isWorldAgain(*x, id, world))
    return;
  if (options.rounds == Rounds::Stop)
    x->gaps.push_back({"rounds", "threads that may go round for ever, each because of the others",
                       x->threads[id]->core.pending.location});
  available.clear();
  ended = End::Nothing;
}

/// Lets threads do what is run through: start, a join that does not block, leaving a barrier. They
/// come in the same order with plain inputs, so that whoever comes to a branch goes on first, and
/// those behind it (`from`) after it.
void Machine::settle(std::size_t from) {
  for (bool moved = true; moved; from = 0) {
    moved = from > 0;
    for (std::size_t i = from; i < x->threads.size(); ++i) {
      if (!x->threads[i])
        continue;
      Thread &thread = *x->threads[i];
      const auto id = static_cast<ThreadId>(i);
      const Pending &pending = thread.core.pending;
      if (thread.core.status == ThreadStatus::Fresh) {
        x->saveCore(thread);
        Thread *running = x->thread;
        x->thread = &thread;
        x->pushFrame(*code.image().functionAt(thread.core.start), &thread.core.argument, 1);
        x->thread = running;
      } else if (thread.core.status != ThreadStatus::Ready) {
        continue;
      } else if (pending.kind == Op::Join) {
        if (x->alternatives(id, pending) == 0)
          continue;
      } else if (!(pending.kind == Op::BarrierWait && pending.phase == Phase::Woken)) {
        continue;
      }
      x->run(id);
      if (isAsked(thread.core)) {
        x->saveCore(thread);
        thread.core.settles = true;
        return;
      }
      moved = true;
    }
  }
}

std::size_t Machine::mark() {
  marks.push_back({x->mark(), {available.begin(), available.end()}, x->sectionAnswers});
  longestLog = std::max(longestLog, marks.back().mark.log);
  return marks.size() - 1;
}

void Machine::back(std::size_t mark) {
  marks.resize(mark + 1);
  x->back(marks[mark].mark);
  available.assign(marks[mark].available.begin(), marks[mark].available.end());
  x->sectionAnswers = marks[mark].sectionAnswers;
  ended = End::Running;
}

void Machine::drop(std::size_t mark) {
  marks.resize(mark);
}

std::vector<Fault> Machine::takeFaults() {
  std::vector<Fault> result;
  result.swap(x->faults);
  return result;
}

std::vector<Gap> Machine::takeGaps() {
  std::vector<Gap> result;
  result.swap(x->gaps);
  return result;
}

const ThreadCore &Machine::thread(ThreadId id) const {
  return x->threads[id]->core;
}
std::size_t Machine::threadCount() const {
  return x->threads.size();
}
bool Machine::exists(ThreadId id) const {
  return x->threads[id] && x->threads[id]->core.status != ThreadStatus::None;
}
std::string Machine::threadName(ThreadId id) const {
  return shared->names.shown(id);
}
bool Machine::asks() const {
  return !available.empty() && isAsked(x->threads[available.front().thread]->core);
}
ThreadId Machine::stackOwner(Address address) const {
  const Object *object = x->memory.find(address);
  return object && object->kind == ObjectKind::Stack ? object->owner : noThread;
}
void Machine::track(bool looksAgain) {
  x->tracks = true;
  x->looksAgain = looksAgain;
}
void Machine::setHistory(History history) {
  x->history = std::move(history);
}
void Machine::setContested(Contested contested) {
  x->contested = std::move(contested);
}
const Forecast &Machine::forecast(std::uint32_t number) const {
  return x->forecasts[number - 1];
}
const std::vector<Effect> &Machine::effects() const {
  return x->effects;
}
bool Machine::blockedEffects(ThreadId id, std::vector<Effect> &out) {
  const Pending &pending = x->threads[id]->core.pending;
  if (x->threads[id]->core.cameToNothing)
    return false; // What it looked at is part of the execution.
  if (pending.phase == Phase::Await) {
    x->effects.clear();
    noteAwait(*x, id);
    out = x->effects;
  } else if (pending.kind == Op::AtomicBegin) {
    sectionWouldBlock(id);
    out = sectionEffects;
    for (Effect &effect : out)
      effect.gate = Gate::Unknown;
  } else {
    return x->pendingEffects(id, out);
  }
  return !out.empty();
}
std::vector<InputValue> Machine::anyInputs() const {
  return options.symbolic ? x->symbolic.anyInputs() : std::vector<InputValue>{};
}
const Symbolic &Machine::symbolic() const {
  return x->symbolic;
}
bool Machine::makeInputsSmall() {
  if (!options.symbolic || x->symbolic.allInputs().empty())
    return true;
  return !(options.cancel && options.cancel->load(std::memory_order_relaxed)) &&
         x->symbolic.makeInputsSmall();
}
const solver::Counters &Machine::solverCounters() const {
  return shared->symbols.solver.counters();
}
void Machine::interruptSolver() {
  shared->symbols.solver.interrupt();
}
const std::string &Machine::output() const {
  return x->output;
}

const std::string &Machine::errors() const {
  return x->errors;
}
std::uint32_t Machine::exitCode() const {
  return x->globals.exitCode;
}
std::uint64_t Machine::instructions() const {
  return x->instructions;
}

/// The first type in the innermost tuple: "std::…<std::tuple<main::lambda#1, int>>" runs
/// main::lambda#1.
static std::string calledBy(const std::string &name) {
  constexpr std::string_view tuple = "std::tuple<";
  const std::size_t begin = name.rfind(tuple);
  if (begin == std::string::npos)
    return name;
  std::size_t end = begin + tuple.size();
  for (int depth = 0; end < name.size(); ++end) {
    const char c = name[end];
    if (depth == 0 && (c == ',' || c == '>'))
      break;
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
  }
  std::string called = name.substr(begin + tuple.size(), end - begin - tuple.size());
  return called.find("(*)") == std::string::npos ? called : "std::async";
}

std::string Machine::startRoutine(ThreadId id) const {
  if (id == 0)
    return code.image().entry().shownName;
  const ThreadCore &core = x->threads[id]->core;
  const CodeFunction *start = code.image().functionAt(core.named ? core.named : core.start);
  if (!start)
    return "?";
  return start->isLibrary && core.named ? calledBy(start->shownName) : start->shownName;
}

std::vector<Machine::StackEntry> Machine::stack(ThreadId id) const {
  std::vector<StackEntry> result;
  const Thread &thread = *x->threads[id];
  for (std::uint32_t i = thread.core.depth; i-- > 0;) {
    const Frame &frame = thread.frames[i];
    result.push_back({frame.function->locationAt(frame.pc), frame.function->isModel});
  }
  return result;
}

std::vector<Address> Machine::locksHeldBy(ThreadId id) const {
  std::vector<Address> result;
  for (std::size_t i = 0; i < x->syncs.size(); ++i) {
    const SyncObject &sync = x->syncs[i];
    if (sync.isHeldBy(id))
      result.push_back(sync.address);
  }
  return result;
}

void Machine::record(Recorder *recorder) {
  x->recorder = recorder;
  x->careful = true;
  x->clearWindows();
}

} // namespace heddle::vm
