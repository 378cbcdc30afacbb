#include "trace/lifted.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace heddle::trace {

using Op = program::OpKind;

namespace {

class Driver : private vm::Recorder {
public:
  Driver(vm::SharedCode &code, const vm::Options &options, const LiftedPlan &plan) : plan(plan) {
    vm::Options lifting = options;
    lifting.symbolic = true;
    lifting.lifts = true;
    lifting.given = std::make_shared<const vm::GivenInputs>(plan.inputs);
    run.machine = std::make_unique<vm::Machine>(code, lifting);
  }

  LiftedRun go() {
    vm::Machine &machine = *run.machine;
    machine.record(this);
    machine.start();
    look();
    followPlan();
    while (!machine.choices().empty())
      take(machine.choices()[onward()]);
    machine.record(nullptr);
    finish();
    return std::move(run);
  }

private:
  void saw(const vm::Seen &seen) override {
    LiftedEvent event;
    event.thread = seen.thread;
    event.kind = seen.kind;
    event.location = seen.location;
    event.address = seen.address;
    event.size = seen.before || seen.after ? seen.size : 0;
    event.result = seen.result;
    event.other = seen.other;
    event.shared = seen.shared;
    event.atOnce = seen.atOnce;
    event.lifted = seen.lifted;
    event.wrote.assign(seen.wrote.begin(), seen.wrote.end());
    if (seen.lifted)
      known.insert(static_cast<std::uint32_t>(seen.lifted->value));
    if (seen.kind == Op::Wait || seen.kind == Op::TimedWait)
      event.held = run.machine->locksHeldBy(seen.thread);
    if (event.size) {
      event.before.assign(seen.before, seen.before + seen.size);
      event.after.assign(seen.after, seen.after + seen.size);
    }
    const std::uint64_t time = ++times[{seen.thread, seen.location}];
    if (waiting.empty())
      return add(std::move(event), time);
    // An exchange that hangs on what it reads: it reads, is decided, and then perhaps writes.
    LiftedEvent write = event;
    const bool isUpdate = event.kind == Op::ReadModifyWrite;
    if (isUpdate)
      event.kind = Op::Read;
    add(std::move(event), time);
    for (LiftedEvent &condition : std::exchange(waiting, {}))
      add(std::move(condition), 0);
    if (!isUpdate)
      return;
    write.kind = Op::Write;
    write.lifted = nullptr;
    write.atOnce = true;
    add(std::move(write), time);
  }

  void decided(vm::ThreadId thread, program::LocationId location, expr::Ref condition,
               bool side) override {
    if (condition->isConstant())
      return;
    LiftedEvent event;
    event.thread = thread;
    event.location = location;
    event.condition = condition;
    event.side = side;
    // What is read is told after what is decided by it, where that says whether it is written too.
    if (isKnown(condition))
      return add(std::move(event), 0);
    waiting.push_back(std::move(event));
  }

  void add(LiftedEvent event, std::uint64_t time) {
    ++countOf(event.thread);
    run.events.push_back(std::move(event));
    run.times.push_back(time);
  }

  bool isKnown(expr::Ref node) {
    const auto &inputs = run.machine->symbolic().allInputs();
    for (; inputsSeen < inputs.size(); ++inputsSeen)
      known.insert(inputs[inputsSeen].numbers.begin(), inputs[inputsSeen].numbers.end());
    return !node->support || std::ranges::all_of(node->support->inputs, [&](std::uint32_t input) {
      return known.contains(input);
    });
  }

  std::size_t &countOf(vm::ThreadId thread) {
    if (thread >= counts.size())
      counts.resize(thread + std::size_t{1});
    return counts[thread];
  }

  void look() {
    for (vm::Fault &fault : run.machine->takeFaults())
      run.faults.push_back({std::move(fault), run.path.size()});
    for (vm::Gap &gap : run.machine->takeGaps())
      run.gaps.push_back(std::move(gap));
  }

  void take(vm::Choice choice) {
    const vm::Pending &pending = run.machine->thread(choice.thread).pending;
    if (pending.phase == vm::Phase::Choose)
      run.gaps.push_back({"choices", "the program chooses a value, and others were not looked at",
                          pending.location});
    run.path.push_back(choice);
    running = choice.thread;
    run.machine->take(choice);
    look();
  }

  /// The running thread if it can, else the first one.
  std::size_t onward() const {
    const std::vector<vm::Choice> &choices = run.machine->choices();
    const auto own = std::ranges::find(choices, running, &vm::Choice::thread);
    return own == choices.end() ? 0 : static_cast<std::size_t>(own - choices.begin());
  }

  void followPlan() {
    for (const LiftedPlan::Step &step : plan.steps) {
      while (countOf(step.thread) < step.upTo && !run.machine->choices().empty()) {
        const std::vector<vm::Choice> &choices = run.machine->choices();
        // Who is asked for something in the midst of a step goes first, whatever the plan says.
        const vm::ThreadId who = run.machine->asks() ? choices.front().thread : step.thread;
        const auto found = std::ranges::find(choices, who, &vm::Choice::thread);
        if (found == choices.end())
          break;
        take(choose(step, who, *found));
      }
      if (countOf(step.thread) < step.upTo) {
        run.followed = false;
        return;
      }
    }
  }

  /// The alternative whose outcome is that of the plan.
  vm::Choice choose(const LiftedPlan::Step &step, vm::ThreadId who, vm::Choice first) {
    std::vector<vm::Choice> ways;
    for (const vm::Choice &choice : run.machine->choices())
      if (choice.thread == who)
        ways.push_back(choice);
    if (ways.size() < 2 || countOf(who) + 1 != step.upTo)
      return first;
    const std::size_t events = run.events.size();
    const std::vector<std::size_t> before = counts;
    const auto timesBefore = times;
    const std::size_t faults = run.faults.size();
    const std::size_t gaps = run.gaps.size();
    vm::Choice best = first;
    for (const vm::Choice &way : ways) {
      const std::size_t mark = run.machine->mark();
      run.machine->take(way);
      look();
      const bool fits = run.events.size() > events && run.events[events].kind == step.kind &&
                        run.events[events].result == step.result &&
                        run.events[events].other == step.other;
      run.machine->back(mark);
      run.machine->drop(mark);
      run.events.resize(events);
      run.times.resize(events);
      run.faults.resize(faults);
      run.gaps.resize(gaps);
      counts = before;
      times = timesBefore;
      if (!fits)
        continue;
      best = way;
      break;
    }
    return best;
  }

  /// What threads stand before for good. It may happen in another order.
  void addPending() {
    for (std::size_t i = 0; i < run.machine->threadCount(); ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      if (!run.machine->exists(id) || run.machine->thread(id).status != vm::ThreadStatus::Ready)
        continue;
      const vm::Pending &pending = run.machine->thread(id).pending;
      LiftedEvent event;
      event.thread = id;
      event.kind = pending.kind;
      event.location = pending.location;
      event.address = pending.address;
      event.isPending = true;
      if (pending.phase == vm::Phase::Await)
        run.gaps.push_back({"waits", "a thread waits in a loop for good", pending.location});
      else if (pending.kind == Op::Wait || pending.kind == Op::TimedWait) {
        event.kind = Op::Lock; // It comes back with its mutex.
        event.address = pending.second;
      }
      // Joins and barriers wait for threads, whose own ends are looked at.
      const bool isAsked = event.kind == Op::Lock || event.kind == Op::ReadLock ||
                           event.kind == Op::WriteLock || event.kind == Op::SemWait;
      if (pending.phase != vm::Phase::Await && isAsked)
        add(std::move(event), 0);
    }
  }

  /// What stands for no unknown keeps its value, though another write may be read in another order.
  void noteKept() {
    for (const LiftedEvent &read : run.events)
      if (read.reads() && read.shared && !read.lifted &&
          std::ranges::any_of(run.events, [&](const LiftedEvent &write) {
            return write.writes() && write.thread != read.thread &&
                   write.address < read.address + read.size &&
                   read.address < write.address + write.size;
          }))
        run.gaps.push_back({"values-kept",
                            "what is read here was taken for the same whoever wrote it",
                            read.location});
  }

  void finish() {
    for (LiftedEvent &condition : std::exchange(waiting, {}))
      add(std::move(condition), 0);
    noteKept();
    addPending();
    run.end = run.machine->end();
    run.instructions = run.machine->instructions();
    run.values = run.machine->anyInputs();
    const auto &all = run.machine->symbolic().allInputs();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const vm::Symbolic::Input &input = all[i];
      const bool isNumber = input.type != vm::InputType::Bytes;
      for (std::uint32_t part = 0; part < input.numbers.size(); ++part) {
        run.inputs.push_back(
            {input.numbers[part], isNumber ? input.bytes * 8 : 8, input.thread, input.nth, part});
        std::uint64_t value = 0;
        if (isNumber)
          std::memcpy(&value, run.values[i].bytes.data(), input.bytes);
        else
          value = run.values[i].bytes[part];
        auto &parts = run.given[{input.thread, input.nth}];
        parts.resize(std::max<std::size_t>(parts.size(), part + std::size_t{1}));
        parts[part] = value;
      }
    }
  }

  const LiftedPlan &plan;
  LiftedRun run;
  vm::ThreadId running = 0;
  std::vector<std::size_t> counts;         ///< Events by thread.
  std::unordered_set<std::uint32_t> known; ///< Unknowns that an event or an input has.
  std::size_t inputsSeen = 0;
  std::vector<LiftedEvent> waiting; ///< Conditions on what is about to be read.
  std::map<std::pair<vm::ThreadId, program::LocationId>, std::uint64_t> times;
};

} // namespace

LiftedRun runLifted(vm::SharedCode &code, const vm::Options &options, const LiftedPlan &plan) {
  return Driver(code, options, plan).go();
}

std::vector<LiftedRead> readsOf(const LiftedRun &run) {
  std::vector<LiftedRead> result;
  Readers readers;
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (event.isCondition())
      continue;
    vm::Seen seen;
    seen.thread = event.thread;
    seen.kind = event.kind;
    seen.location = event.location;
    seen.address = event.address;
    seen.size = event.size;
    seen.shared = event.shared;
    for (ReadFrom &edge : readers.saw(seen))
      result.push_back({i, std::move(edge)});
  }
  return result;
}

} // namespace heddle::trace
