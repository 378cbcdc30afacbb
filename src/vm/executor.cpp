// Running threads: frames, calls, stopping, starting and ending.
#include "vm/executor.h"

#include "vm/bulk.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/journal.h"

#include <algorithm>
#include <ranges>

namespace heddle::vm {

namespace {
constexpr std::int64_t refillSize = 1 << 20;
constexpr std::int64_t firstBudget = 1 << 11; ///< Of a step; few steps are longer.
constexpr std::uint32_t mostSuspects = 16;
} // namespace

Executor::Executor(Image &image, Names &names, StoragePool &pool, BlockMap &map,
                   SymbolicContext &symbols, const Options &options)
    : image(image), names(names), options(options), memory(pool, map),
      symbolic(symbols, memory.undo()) {}

Executor::~Executor() = default;

// --- frames
// -----------------------------------------------------------------------------------------

void Executor::saveCore(Thread &of) {
  if (!memory.logging() || of.coreSavedIn == memory.epoch())
    return;
  memory.undo().saveRaw(&of.core, sizeof of.core);
  of.coreSavedIn = memory.epoch();
}

void Executor::saveFrame(Thread &of, std::uint32_t index) {
  const Frame &frame = of.frames[index];
  const std::uint32_t registers = frame.size * 8;
  const std::uint64_t which =
      &of == threads[current].get()
          ? current
          : static_cast<std::uint64_t>(
                std::ranges::find(threads, &of, [](const auto &one) { return one.get(); }) -
                threads.begin());
  auto *payload = static_cast<std::uint8_t *>(
      memory.undo().push(UndoKind::Frame, which | std::uint64_t{index} << 32,
                         static_cast<std::uint32_t>(sizeof frame) + registers));
  std::memcpy(payload, &frame, sizeof frame);
  std::memcpy(payload + sizeof frame, of.registers.data() + frame.base, registers);
  of.watermark = index;
}

void Executor::saveFrames(Thread &of) {
  if (!memory.logging() || of.frameSavedIn == memory.epoch())
    return;
  of.frameSavedIn = memory.epoch();
  of.watermark = of.core.depth;
  if (of.core.depth)
    saveFrame(of, of.core.depth - 1);
}

void Executor::pushFrame(CodeFunction &callee, const std::uint64_t *arguments, std::size_t count) {
  image.ensureDecoded(callee);
  ThreadCore &core = thread->core;
  Frame frame;
  frame.function = &callee;
  frame.pc = callee.code.data();
  frame.base = core.depth ? thread->top().base + thread->top().size : 0;
  frame.size = callee.frameSize;
  frame.firstStackId = core.stackIds;
  if (frame.base + callee.frameSize > thread->registers.size())
    thread->registers.resize((frame.base + callee.frameSize) * std::size_t{2});
  std::uint64_t *r = thread->registers.data() + frame.base;
  for (std::size_t i = 0; i < callee.parameters; ++i)
    r[i] = i < count ? arguments[i] : 0;
  // What an earlier call has left there is no part of the state.
  std::fill(r + callee.parameters, r + callee.constantsAt, 0);
  std::copy(callee.constants.begin(), callee.constants.end(), r + callee.constantsAt);
  if (core.depth == thread->frames.size())
    thread->frames.push_back(frame);
  else
    thread->frames[core.depth] = frame;
  ++core.depth;
  if (journal) [[unlikely]] {
    guardWhole(*this, thread->top());
    journal->pushed();
  }
}

bool Executor::enter(CodeFunction &callee, const Inst *pc, const CallSite &site) {
  ThreadCore &core = thread->core;
  thread->top().pc = pc;
  image.ensureDecoded(callee);
  if (core.depth >= deepestStack) {
    gap(pc, "stack-depth", "calls nest deeper than " + std::to_string(deepestStack));
    return false;
  }
  const std::uint32_t firstStackId = core.stackIds;
  const Frame &caller = thread->top();
  std::vector<Address> copies;
  if (!site.byValues.empty()) {
    // All copies are one operation with the call: check every source before making any object.
    const std::uint64_t *r = thread->frameRegisters(caller);
    const std::uint64_t before = grants;
    for (const CallSite::ByValue &value : site.byValues) {
      const Together join(*this, grants != before);
      const Address from = r[site.arguments[value.index]];
      const std::uint8_t *bytes = touch(pc, from, value.bytes, AccessKind::Read);
      if (!bytes)
        return false;
      const ObjectId id = makeStackObject(value.bytes, value.alignment);
      if (!id)
        return false;
      const Address to = memory.object(id)->base;
      std::memcpy(memory.write(id, to, value.bytes), memory.read(*memory.find(from), from),
                  value.bytes);
      storeHoles = holesAt(from, value.bytes);
      if (!storeHoles.empty())
        punchHoles(to);
      copies.push_back(to);
    }
  }
  Address variables = 0;
  if (callee.isVariadic && !site.variables.empty()) {
    std::uint64_t size = 0;
    for (const CallSite::Variable &variable : site.variables) {
      size = (size + variable.alignment - 1) & ~std::uint64_t{variable.alignment - 1};
      size += (variable.bytes + 7) & ~7u;
    }
    const ObjectId id = makeStackObject(size, 16);
    if (!id)
      return false;
    variables = memory.object(id)->base;
    std::uint8_t *bytes = memory.write(id, variables, size);
    std::uint64_t at = 0;
    const std::uint64_t *r = thread->frameRegisters(caller);
    for (const CallSite::Variable &variable : site.variables) {
      at = (at + variable.alignment - 1) & ~std::uint64_t{variable.alignment - 1};
      if (variable.byValue) {
        const Address from = r[variable.reg];
        if (const Object *source = memory.find(from)) {
          std::memcpy(bytes + at, memory.read(*source, from), variable.bytes);
          storeHoles = holesAt(from, variable.bytes);
          if (!storeHoles.empty())
            punchHoles(variables + at);
        }
      } else {
        std::memcpy(bytes + at, r + variable.reg,
                    std::min<std::size_t>(variable.bytes, std::size_t{variable.registers} * 8));
        if (caller.guarded && symbolic.any())
          for (std::uint32_t i = 0; i < variable.registers; ++i)
            if (const expr::Ref node = Shadows(thread->frameRegisters(caller), *caller.function)
                                           .node(variable.reg + i))
              setSymbolic(variables + at + i * std::uint64_t{8}, node,
                          std::min(variable.bytes - i * 8, 8u));
      }
      at += (variable.bytes + 7) & ~7u;
    }
  }
  const std::uint32_t base = caller.base + caller.size;
  if (base + callee.frameSize > thread->registers.size())
    thread->registers.resize((base + callee.frameSize) * std::size_t{2});
  std::uint64_t *r = thread->registers.data() + caller.base;
  std::uint64_t *into = thread->registers.data() + base;
  const std::size_t count = std::min<std::size_t>(callee.parameters, site.arguments.size());
  for (std::size_t i = 0; i < count; ++i)
    into[i] = r[site.arguments[i]];
  for (std::size_t i = count; i < callee.parameters; ++i)
    into[i] = 0;
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (site.byValues[i].index < callee.parameters) // Others lie behind the `...`.
      into[site.byValues[i].index] = copies[i];
  std::fill(into + callee.parameters, into + callee.constantsAt, 0);
  std::copy(callee.constants.begin(), callee.constants.end(), into + callee.constantsAt);
  const Frame frame{&callee, callee.code.data(), base, firstStackId, variables, false,
                    false,   callee.frameSize};
  if (core.depth == thread->frames.size())
    thread->frames.push_back(frame);
  else
    thread->frames[core.depth] = frame;
  ++core.depth;
  if (journal) [[unlikely]]
    guardWhole(*this, thread->top());
  if (!argumentShadows.empty()) [[unlikely]]
    guardCallee(*this, thread->top());
  return true;
}

void Executor::replace(CodeFunction &callee, const CallSite &site) {
  const Frame old = thread->top();
  const std::uint64_t *r = thread->frameRegisters(old);
  std::vector<std::uint64_t> arguments;
  for (const std::uint32_t argument : site.arguments)
    arguments.push_back(r[argument]);
  leave();
  pushFrame(callee, arguments.data(), arguments.size());
  thread->top().again = old.again;
  guardCallee(*this, thread->top());
}

bool Executor::leave() {
  ThreadCore &core = thread->core;
  if (core.stackIds != thread->top().firstStackId)
    endStackObjectsFrom(thread->top().firstStackId);
  --core.depth;
  if (core.inModelOperation && core.depth <= core.modelDepth)
    core.inModelOperation = false;
  if (!core.depth)
    return false;
  if (memory.logging() && core.depth - 1 < thread->watermark)
    saveFrame(*thread, core.depth - 1);
  return true;
}

void Executor::unwindTo(std::uint32_t depth) {
  while (thread->core.depth > depth)
    leave();
}

program::LocationId Executor::userLocation(const Thread &of) const {
  for (std::uint32_t i = of.core.depth; i-- > 0;) {
    const Frame &frame = of.frames[i];
    const bool isAlone = i == 0 && of.core.createdAt == program::noLocation;
    if (!frame.function->isLibrary || isAlone)
      return frame.function->locationAt(frame.pc);
  }
  // What comes before the user's part of a thread belongs to where it was made.
  return of.core.createdAt;
}

/// The function of a library that the user called, to be added to what is missing inside of it.
std::string Executor::neededBy() const {
  const CodeFunction *outermost = nullptr;
  for (std::uint32_t i = thread->core.depth; i > 0; --i) {
    const CodeFunction *function = thread->frames[i - 1].function;
    if (!function->isLibrary)
      break;
    outermost = function;
  }
  return outermost ? ", which " + outermost->shownName + " needs" : "";
}

// --- running
// ----------------------------------------------------------------------------------------

void Executor::refill(const Inst *pc) {
  thread->top().pc = pc;
  wantsRefill = true;
}

void Executor::run(ThreadId which) {
  if (!windows)
    windows = std::make_unique<Windows>();
  if (current != which || !thread)
    clearWindows();
  current = which;
  thread = threads[which].get();
  saveCore(*thread);
  saveFrames(*thread);
  updateSolo();
  forgetContested();
  hasStopped = false;
  forgetPlans();
  beginRoundStep(*this);
  bool first = true;
  while (true) {
    // A guarded instruction that is tried again is guarded again: memory may have changed.
    if (thread->core.depth && thread->top().guarded) {
      Frame &top = thread->top();
      if ((top.pc - top.function->guarded.data()) % 2)
        --top.pc;
    }
    const std::uint64_t room = options.maxSteps > steps ? options.maxSteps - steps : 0;
    budget = std::min<std::int64_t>(refillSize, static_cast<std::int64_t>(room));
    // One that is alone may go round for ever; now and then somebody looks.
    suspects = first ? 0 : mostSuspects;
    if (first)
      budget = std::min(budget, firstBudget);
    first = false;
    const std::int64_t before = budget;
    wantsRefill = false;
    const Frame &frame = thread->top();
    frame.pc->run(frame.pc, thread->registers.data() + frame.base, this);
    if (journal) [[unlikely]]
      journal->stopped();
    steps += static_cast<std::uint64_t>(before - std::max<std::int64_t>(budget, 0));
    // What it stopped before was counted, and is not done yet.
    const std::int64_t left = wantsRefill ? budget + thread->top().pc->c : budget;
    instructions += static_cast<std::uint64_t>(before - left);
    if (!wantsRefill)
      break;
    if (steps >= options.maxSteps) {
      gap(thread->top().pc, "max-steps",
          "an execution of more than " + std::to_string(options.maxSteps) + " instructions");
      break;
    }
    if (options.cancel && options.cancel->load(std::memory_order_relaxed)) {
      stand(thread->top().pc, Standing::Bound);
      break;
    }
  }
  endRoundStep(*this);
}

/// What another thread was about to do when it stopped is planned anew when it goes on.
void Executor::forgetPlans() {
  storeHoles.clear();
  argumentShadows.clear();
  returnShadows.clear();
  exchangeOutcome = -1;
}

void Executor::stopAt(const Inst *pc) {
  thread->top().pc = pc;
  thread->core.status = ThreadStatus::Ready;
  hasStopped = true;
}

void Executor::stand(const Inst *pc, Standing why) {
  if (thread->core.depth)
    thread->top().pc = pc;
  excluded |= why == Standing::Assume && thread->core.atomicDepth;
  leaveSections();
  thread->core.status = ThreadStatus::Standing;
  thread->core.standing = why;
  hasStopped = true;
}

void Executor::fault(const Inst *pc, FaultKind kind, std::string message,
                     program::LocationId earlier) {
  thread->top().pc = pc;
  const program::LocationId where = userLocation(*thread);
  stand(pc, Standing::Fault);
  if (isTrial) {
    trialFault = true;
    return;
  }
  if (options.looksFor(kind))
    faults.push_back({kind, current, where, std::move(message), noThread, earlier, {}});
  else
    gaps.push_back(
        {"cut-short", std::string(name(kind)) + " ends the execution: " + message, where});
}

void Executor::gap(const Inst *pc, std::string reason, std::string detail) {
  thread->top().pc = pc;
  const program::LocationId where = userLocation(*thread);
  stand(pc, reason == "max-steps" || reason == "unroll" ? Standing::Bound : Standing::Unsupported);
  if (isTrial) {
    trialFault = true;
    return;
  }
  gaps.push_back({std::move(reason), std::move(detail), where});
}

bool Executor::grant(const Inst *pc, const Pending &operation) {
  ThreadCore &core = thread->core;
  thread->top().pc = pc;
  const bool isMemory = operation.size > 0 && operation.kind <= program::OpKind::BulkCopy;
  if (together) {
    if (!isMemory)
      noteOperation(operation);
    return true;
  }
  const bool inModel = thread->top().function->isModel;
  // A model that lets go of memory (fclose) does so as part of its operation.
  const bool joins = inModel && (isMemory || operation.kind == program::OpKind::Free);
  if (core.inModelOperation && joins) {
    if (!isMemory)
      noteOperation(operation);
    return true;
  }
  if (isTrial || core.atomicDepth) {
    if (isTrial && !trialMet) {
      trialMet = true;
      trialVisible = isMemory;
    }
    if (isMemory || isShared(operation.address) || operation.phase != Phase::Start)
      ++trialSteps;
    if (trial && !trial->acts && !isMemory) {
      trial->pure = false;
      trial->reads.push_back({operation.address, 1, true, 0, false, true});
    }
    choice = 0;
    if (alternatives(current, operation) > 0) {
      if (!isMemory)
        noteOperation(operation);
      return true;
    }
    if (!isMemory)
      noteOperation(operation);
    blocked = true;
  } else if (mayAct) {
    mayAct = false;
    ++grants;
    if (joins) {
      core.inModelOperation = true;
      core.modelDepth = core.depth - 1;
      while (core.modelDepth > 0 && thread->frames[core.modelDepth - 1].function->isModel)
        --core.modelDepth;
    } else {
      core.inModelOperation = false;
    }
    core.pending.phase = Phase::Start;
    if (!isMemory)
      noteOperation(operation);
    return true;
  } else if ((solo || (!isMemory && !isShared(operation.address))) &&
             operation.phase == Phase::Start && alternatives(current, operation) == 1) {
    choice = 0;
    return true;
  }
  core.inModelOperation = false;
  core.pending = operation;
  core.pending.location = userLocation(*thread);
  stopAt(pc);
  return false;
}

bool Executor::beginAtomic(const Inst *pc, bool locks) {
  ThreadCore &core = thread->core;
  if (core.atomicDepth == 0) {
    Pending pending;
    pending.kind = program::OpKind::AtomicBegin;
    pending.size = 0;
    pending.second = locks;
    if (!solo && !grant(pc, pending))
      return false;
    // Sections exclude each other: a global lock for happens-before.
    if (!locks)
      clocks.join(core.clock, atomicClock);
    if (recorder && !isTrial) {
      // It is a place where a schedule may switch, so it must be counted like every other.
      thread->top().pc = pc;
      toldBy = current;
      toldAt = grants;
      recorder->saw({current, program::OpKind::AtomicBegin, userLocation(*thread), 0, 0, nullptr,
                     nullptr, 0, noThread, true});
    }
  }
  ++core.atomicDepth;
  return true;
}

void Executor::endAtomic(bool locks) {
  ThreadCore &core = thread->core;
  if (core.atomicDepth == 0)
    return;
  if (--core.atomicDepth == 0 && !locks) {
    clocks.join(atomicClock, core.clock);
    clocks.tick(core.clock, current);
  }
}

/// Who stands for good, or is gone, leaves the section it is in: others go into theirs after it.
void Executor::leaveSections() {
  if (thread->core.atomicDepth == 0)
    return;
  thread->core.atomicDepth = 1;
  endAtomic();
}

// --- threads
// ----------------------------------------------------------------------------------------

void Executor::buildArguments(std::vector<std::uint64_t> &arguments) {
  std::vector<std::string> words = {options.programName};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  const Address table = makeHeapObject((words.size() + 1) * 8, 16, true, false);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Address word = makeHeapObject(words[i].size() + 1, 16, true, false);
    std::memcpy(memory.write(idOf(word), word, words[i].size() + 1), words[i].c_str(),
                words[i].size() + 1);
    std::memcpy(memory.write(idOf(table), table + i * 8, 8), &word, 8);
  }
  const Address environment = makeHeapObject(8, 16, true, false);
  arguments = {words.size(), table, environment};
}

void Executor::start() {
  for (const Image::Global &global : image.globals()) {
    memory.create(global.id, ObjectKind::Global, global.size, global.alignment, true, 0,
                  static_cast<std::uint32_t>(&global - image.globals().data()));
    Object &object = memory.change(global.id);
    object.shared = true;
    object.constant = global.constant;
    if (global.size)
      std::memcpy(memory.write(global.id, object.base, global.size), global.bytes.data(),
                  global.size);
    object.live = global.isDefined; // What nobody defines has an address and nothing else.
  }
  threads.push_back(std::make_unique<Thread>());
  thread = threads[0].get();
  current = 0;
  thread->core.status = ThreadStatus::Fresh;
  clocks.tick(thread->core.clock, 0);
  globals.live = 1;
  // What runs last is registered first.
  for (const CodeFunction *destructor : std::views::reverse(image.destructors()))
    addExitHandler(destructor->address, 0);
  finishThread(0);
}

/// A std::thread starts a routine of the library with an object of what to call: a pointer to the
/// user's function, or of a type that says so in the name of its method.
Address Executor::namesakeOf(Address start, Address argument) {
  const CodeFunction *routine = image.functionAt(start);
  const Object *object = routine && routine->isLibrary ? memory.find(argument) : nullptr;
  if (!object || !object->live)
    return 0;
  for (std::uint64_t at = 0; at + 8 <= object->size; at += 8)
    if (const Address word = glimpse(object->base + at, 8))
      if (const CodeFunction *function = image.functionAt(word); function && !function->isLibrary)
        return word;
  constexpr std::uint64_t method = 16; // Behind the destructors.
  const Address run = glimpse(glimpse(object->base, 8) + method, 8);
  return image.functionAt(run) ? run : 0;
}

ThreadId Executor::createThread(std::uint64_t startAt, std::uint64_t argument, bool detached,
                                program::LocationId location) {
  const ThreadId id = names.child(current, thread->core.children++);
  if (id >= threads.size())
    threads.resize(id + 1u);
  if (!threads[id])
    threads[id] = std::make_unique<Thread>();
  Thread &child = *threads[id];
  if (memory.logging())
    memory.undo().saveRaw(&child.core, sizeof child.core);
  child.coreSavedIn = memory.epoch();
  child.frameSavedIn = memory.epoch();
  child.watermark = 0;
  child.core = ThreadCore{};
  child.core.status = ThreadStatus::Fresh;
  child.core.parent = current;
  child.core.detached = detached;
  child.core.start = startAt;
  child.core.argument = argument;
  child.core.createdAt = location;
  child.core.named = namesakeOf(startAt, argument);
  noteOrder(current, id);
  clocks.assign(child.core.clock, thread->core.clock);
  clocks.tick(child.core.clock, id);
  clocks.tick(thread->core.clock, current);
  saveGlobals();
  ++globals.live;
  globals.multi = true;
  share(argument);
  if (solo)
    shareReachable();
  updateSolo();
  return id;
}

/// Whoever is alone reads without telling. Where stores of others came in an order that nobody has
/// seen so far, it tells.
void Executor::forgetContested() {
  contestedCells.clear();
  knowsContested = false;
  mayContest = tracks && solo && globals.multi && contested;
}

bool Executor::isContested(Address address, std::uint64_t size) {
  if (!mayContest)
    return false;
  if (!knowsContested) { // Most of those who are alone look at nothing any more.
    contested(contestedCells);
    knowsContested = true;
  }
  return std::ranges::any_of(contestedCells, [&](const TrialCell &cell) {
    return address < cell.address + cell.size && cell.address < address + size;
  });
}

void Executor::updateSolo() {
  const bool before = solo;
  solo = true;
  // From behind: threads are mostly joined in the order in which they were made.
  for (std::size_t left = threads.size(); left > 0 && solo; --left) {
    const std::size_t i = left - 1;
    if (i == current || !threads[i])
      continue;
    const ThreadCore &other = threads[i]->core;
    if (other.status == ThreadStatus::None)
      continue;
    // One that has ended does not matter any more once all it did is known to be earlier.
    solo = other.status == ThreadStatus::Finished &&
           other.clock.of(static_cast<std::uint32_t>(i)) <=
               thread->core.clock.of(static_cast<std::uint32_t>(i));
  }
  if (before != solo) {
    clearWindows();
    forgetContested();
  }
}

void Executor::clearWindows() {
  for (const std::uint8_t index : dirtyWindows) {
    windows->read[index] = {};
    windows->write[index] = {};
  }
  dirtyWindows.clear();
  lastWritten = 0;
}

} // namespace heddle::vm
