#include "vm/machine.h"

#include "vm/executor.h"
#include "vm/image.h"
#include "vm/spin.h"

#include <algorithm>
#include <cassert>

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
  std::vector<Choice> available;
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
}

Machine::~Machine() = default;

std::unique_ptr<Machine> Machine::copy() const {
  return std::unique_ptr<Machine>(new Machine(*this, 0));
}

void Machine::start() {
  x->start();
  x->run(0);
  if (!isAsked(x->threads[0]->core))
    settle(0);
  findChoices();
}

void Machine::take(Choice choice) {
  assert(choice.thread < x->threads.size() && "only a thread that exists can act");
  const ThreadCore &core = x->threads[choice.thread]->core;
  const bool settles = core.settles;
  x->effects.clear();
  if (core.cameToNothing) {
    passHead(choice.thread);
    if (core.status != ThreadStatus::Ready || isAsked(core))
      return findChoices();
  }
  x->saveCore(*x->threads[choice.thread]);
  x->threads[choice.thread]->core.moves += !isAsked(core);
  x->threads[choice.thread]->core.settles = false;
  if (x->tracks && core.pending.phase == Phase::Await)
    noteAwait(*x, choice.thread); // Tries iterations, and must not use what is granted below.
  if (isAsked(core)) {
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
  findChoices();
  if (core.isRepeat)
    noteRepeat(choice.thread);
}

/// What others have begun and not ended in a loop counts once somebody has seen it.
void Machine::noteSeen(ThreadId by) {
  std::vector<SeenBytes> seen;
  for (const Effect &effect : x->effects)
    if (effect.size != Effect::everything) // That is what it waited for, not what it did.
      seen.push_back({effect.address, effect.size});
  seeRounds(*x, by, seen);
}

/// Threads that give way to each other may do so for ever. Where all that can follow is tried, it
/// has been tried from the state that they came back to.
void Machine::noteRepeat(ThreadId id) {
  x->saveCore(*x->threads[id]);
  x->threads[id]->core.isRepeat = false;
  if (options.rounds != Rounds::Cut || available.empty())
    return;
  std::string world;
  serialise(world);
  if (!isWorldAgain(*x, id, world))
    return;
  available.clear();
  ended = End::Nothing;
}

bool Machine::isAsked(const ThreadCore &core) {
  return core.status == ThreadStatus::Ready &&
         (core.pending.phase == Phase::Branch || core.pending.phase == Phase::Choose);
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

bool Machine::sectionWouldBlock(ThreadId id) {
  const Executor::Mark mark = x->mark();
  const std::vector<Fault> faults = x->faults;
  const std::vector<Gap> gaps = x->gaps;
  Recorder *recorder = x->recorder;
  const std::size_t effects = x->effects.size();
  x->recorder = nullptr;
  x->seeksRaces = false;
  x->mayAct = true;
  x->blocked = false;
  x->run(id);
  x->mayAct = false;
  x->seeksRaces = true;
  const ThreadCore &core = x->threads[id]->core;
  const bool result = x->blocked && core.atomicDepth > 0;
  x->back(mark);
  x->recorder = recorder;
  sectionEffects.assign(x->effects.begin() + static_cast<std::ptrdiff_t>(effects),
                        x->effects.end());
  x->effects.resize(effects);
  x->faults = faults;
  x->gaps = gaps;
  return result;
}

/// Lets a thread that stands at the head of a loop go into it, up to what it does there first.
void Machine::passHead(ThreadId id) {
  Thread &thread = *x->threads[id];
  while (thread.core.cameToNothing) {
    x->saveCore(thread);
    thread.core.cameToNothing = false;
    thread.core.passesHead = true;
    x->run(id);
  }
}

/// In how many ways a thread whose round came to nothing can begin another one.
std::uint32_t Machine::waysBehindHead(ThreadId id) {
  if (wouldComeToNothing(*x, id))
    return 0;
  const Executor::Mark mark = x->mark();
  const std::size_t faults = x->faults.size();
  const std::size_t gaps = x->gaps.size();
  const std::size_t effects = x->effects.size();
  Recorder *recorder = x->recorder;
  x->recorder = nullptr;
  passHead(id);
  const ThreadCore &core = x->threads[id]->core;
  const Pending pending = core.pending;
  std::uint32_t ways = 1; // It comes to something, if not to an operation.
  if (core.status == ThreadStatus::Ready && !isAsked(core))
    ways = pending.kind == Op::AtomicBegin ? !sectionWouldBlock(id) : x->alternatives(id, pending);
  x->back(mark);
  x->recorder = recorder;
  x->faults.resize(faults);
  x->gaps.resize(gaps);
  x->effects.resize(effects);
  return ways;
}

void Machine::findChoices() {
  collectChoices();
  if (asks())
    return;
  const bool stops = std::ranges::any_of(
      x->threads, [](const auto &thread) { return thread && thread->core.cameToNothing; });
  if (available.empty() && !(stops && options.rounds == Rounds::Free))
    return classifyEnd();
  switch (options.rounds) {
  case Rounds::Stop:
    return;
  case Rounds::Cut:
    if (!stops)
      return findEndlessRounds();
    // Those who could go on but would come to nothing too may have a race to tell, one by one.
    if (!hasStopped || std::ranges::all_of(available, [&](const Choice &choice) {
          return x->threads[choice.thread]->core.pending.phase == Phase::Await &&
                 wouldComeToNothing(*x, choice.thread);
        }))
      return;
    available.clear();
    ended = End::Nothing;
    return;
  case Rounds::Retry:
    return findEndlessRounds();
  case Rounds::Free:
    findEndlessRounds();
    if (!stops || ended != End::Running)
      return;
    for (std::size_t i = 0; i < x->threads.size(); ++i)
      if (x->threads[i])
        passHead(static_cast<ThreadId>(i));
    collectChoices();
    if (available.empty())
      classifyEnd();
  }
}

/// Whether all who could go on would be where they are now after another round. Where that is more
/// than one and they write, they may still help each other.
void Machine::findEndlessRounds() {
  std::vector<ThreadId> all;
  for (const Choice &choice : available)
    all.push_back(choice.thread);
  for (std::size_t i = 0; i < x->threads.size(); ++i)
    if (options.rounds == Rounds::Free && x->threads[i] && x->threads[i]->core.cameToNothing)
      all.push_back(static_cast<ThreadId>(i));
  bool writes = false;
  for (const ThreadId id : all) {
    if (x->threads[id]->core.pending.phase != Phase::Await || !wouldComeToNothing(*x, id) ||
        x->trialRaces)
      return;
    writes |= x->trialWrites;
  }
  const std::vector<Choice> choices = available;
  available.clear();
  classifyEnd();
  if (writes && all.size() > 1) {
    ended = End::Running;
    available = choices;
  }
}

void Machine::collectChoices() {
  available.clear();
  ended = End::Running;
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    if (!x->threads[i] || !isAsked(x->threads[i]->core))
      continue;
    const Pending &pending = x->threads[i]->core.pending;
    for (std::uint32_t side = 0; side < pending.size; ++side)
      available.push_back({static_cast<ThreadId>(i), side, pending.phase == Phase::Branch});
    return;
  }
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    if (!x->threads[i] || x->threads[i]->core.status != ThreadStatus::Ready)
      continue;
    const auto id = static_cast<ThreadId>(i);
    if (const Pending &plain = x->threads[i]->core.pending;
        plain.kind < Op::Lock && plain.phase == Phase::Start) {
      available.push_back({id, 0, false}); // An access of memory waits for nobody.
      continue;
    }
    const Pending pending = x->threads[i]->core.pending;
    std::uint32_t ways = 0;
    if (pending.kind == Op::Join)
      ways = 0; // One that could go on has been run through.
    else if (pending.phase == Phase::Await && x->threads[i]->core.cameToNothing)
      ways = options.rounds == Rounds::Retry ? waysBehindHead(id) : 0;
    else if (pending.phase == Phase::Await)
      switch (wouldSpin(*x, id)) {
      case Awaiting::Still:
        break;
      case Awaiting::Over:
        ways = 1;
        break;
      case Awaiting::Asked:
        return collectChoices();
      }
    else if (pending.kind == Op::AtomicBegin)
      ways = sectionWouldBlock(id) ? 0 : 1;
    else
      ways = x->alternatives(id, pending);
    for (std::uint32_t alternative = 0; alternative < ways; ++alternative)
      available.push_back({id, alternative, false});
    if (ways == 0)
      findDeadlockCycle(id);
  }
}

ThreadId Machine::holderOf(const Pending &pending) const {
  const bool back = pending.phase == Phase::Woken || pending.phase == Phase::TimedOut;
  if (pending.phase != Phase::Start && !back)
    return noThread;
  switch (pending.kind) {
  case Op::Lock:
  case Op::ReadLock:
  case Op::WriteLock: {
    const SyncObject *lock = x->findSync(pending.address);
    return lock ? lock->owner : noThread;
  }
  case Op::Wait:
  case Op::TimedWait: {
    const SyncObject *lock = back ? x->findSync(pending.second) : nullptr;
    return lock ? lock->owner : noThread;
  }
  default:
    return noThread;
  }
}

/// A ring of threads each of which waits for a lock that the next one holds.
void Machine::findDeadlockCycle(ThreadId from) {
  std::vector<ThreadId> ring;
  ThreadId at = from;
  while (at != noThread && x->threads[at]->core.status == ThreadStatus::Ready) {
    const auto seen = std::find(ring.begin(), ring.end(), at);
    if (seen != ring.end()) {
      if (seen != ring.begin() || *std::min_element(ring.begin(), ring.end()) != from)
        return; // Reported from its smallest member.
      Fault fault{FaultKind::Deadlock, from, x->threads[from]->core.pending.location, "", noThread,
                  program::noLocation, {}};
      for (const ThreadId member : ring)
        fault.blocked.emplace_back(member, x->threads[member]->core.pending.location);
      if (options.looksFor(FaultKind::Deadlock))
        x->faults.push_back(std::move(fault));
      return;
    }
    if (x->alternatives(at, x->threads[at]->core.pending) > 0)
      return;
    ring.push_back(at);
    at = holderOf(x->threads[at]->core.pending);
  }
}

void Machine::classifyEnd() {
  bool fault = false;
  bool assumption = false;
  bool exits = false;
  bool cut = false;
  std::vector<ThreadId> blocked;
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    if (!x->threads[i])
      continue;
    const ThreadCore &core = x->threads[i]->core;
    if (core.status == ThreadStatus::Standing) {
      fault |= core.standing == Standing::Fault;
      assumption |= core.standing == Standing::Assume;
      exits |= core.standing == Standing::Exit;
      cut |= core.standing == Standing::Bound || core.standing == Standing::Unsupported;
    } else if (core.status == ThreadStatus::Ready) {
      blocked.push_back(static_cast<ThreadId>(i));
    }
  }
  // Another round would do something: without the last one it comes to that.
  for (const ThreadId id : blocked)
    if (x->threads[id]->core.cameToNothing && !wouldComeToNothing(*x, id)) {
      ended = End::Nothing;
      return;
    }
  if (fault || assumption || cut || exits || blocked.empty()) {
    ended = fault ? End::Failed : cut ? End::CutShort : assumption ? End::Assumption : End::Normal;
    if (ended == End::Normal && options.looksFor(FaultKind::Leak))
      findLeaks();
    return;
  }
  ended = End::Stuck;
  auto pendingOf = [&](ThreadId id) -> const Pending & { return x->threads[id]->core.pending; };
  auto matching = [&](auto test) {
    std::vector<ThreadId> result;
    std::copy_if(blocked.begin(), blocked.end(), std::back_inserter(result), test);
    return result;
  };
  const auto spinning = matching([&](ThreadId id) { return pendingOf(id).phase == Phase::Await; });
  const auto waiting = matching([&](ThreadId id) {
    const Pending &pending = pendingOf(id);
    return pending.phase == Phase::Waiting && pending.kind != Op::BarrierWait;
  });
  const auto joining = matching([&](ThreadId id) { return pendingOf(id).kind == Op::Join; });
  const auto others = matching([&](ThreadId id) {
    const Pending &pending = pendingOf(id);
    return pending.kind != Op::Join && pending.phase != Phase::Await &&
           (pending.phase != Phase::Waiting || pending.kind == Op::BarrierWait);
  });
  FaultKind kind = FaultKind::Deadlock;
  std::vector<ThreadId> involved;
  if (!spinning.empty() && others.empty()) {
    kind = FaultKind::Hang;
    involved = spinning;
  } else if (!waiting.empty() && others.empty()) {
    kind = FaultKind::LostWakeup;
    involved = waiting;
  } else if (!others.empty()) {
    involved = others;
    // Who waits for the end of another while holding a lock is part of it.
    for (const ThreadId id : joining)
      if (!locksHeldBy(id).empty())
        involved.push_back(id);
    involved.insert(involved.end(), waiting.begin(), waiting.end());
    std::sort(involved.begin(), involved.end());
  } else {
    involved = joining;
  }
  Fault found{kind, involved.front(), pendingOf(involved.front()).location,
              "",   noThread,         program::noLocation,
              {}};
  for (const ThreadId id : involved)
    found.blocked.emplace_back(id, pendingOf(id).location);
  if (options.looksFor(kind))
    x->faults.push_back(std::move(found));
}

std::size_t Machine::mark() {
  marks.push_back({x->mark(), available});
  longestLog = std::max(longestLog, marks.back().mark.log);
  return marks.size() - 1;
}

void Machine::back(std::size_t mark) {
  marks.resize(mark + 1);
  x->back(marks[mark].mark);
  available = marks[mark].available;
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
std::vector<InputValue> Machine::smallestInputs() {
  if (options.symbolic && !(options.cancel && options.cancel->load(std::memory_order_relaxed)))
    x->symbolic.makeInputsSmall();
  return anyInputs();
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
    const bool reads = sync.kind == SyncKind::ReadHold && sync.reader == id && sync.count;
    const bool lock = sync.kind == SyncKind::Mutex || sync.kind == SyncKind::RwLock ||
                      sync.kind == SyncKind::Spin;
    if ((lock && sync.owner == id) || reads)
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
