#include "trace/minimise.h"

#include "trace/rerun.h"
#include "trace/watcher.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace heddle::trace {

namespace {

/// Of the processor, for this thread: what comes of it does not depend on what else the machine
/// does. The limits of the command are kept by whoever cancels.
struct Clock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<Clock, duration>;
  static time_point now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + duration(time.tv_nsec));
  }
};

class Minimiser {
public:
  Minimiser(vm::SharedCode &code, const vm::Options &given, const vm::Fault &wanted,
            const Effort &effort)
      : code(code), options(given), wanted(wanted), effort(effort),
        end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(effort.seconds))) {
    options.symbolic = false;
  }

  Minimised run(const Trace &trace) {
    options.inputs = trace.test.inputs;
    // A thread that computes alone for ages sees no limit of time.
    options.maxSteps = std::min(options.maxSteps, 2 * trace.instructions + 100'000);
    best.path = trace.path;
    for (const vm::Choice &choice : trace.path)
      known = std::max<vm::ThreadId>(known, choice.thread + 1);
    best.cost = {~std::size_t{0}, ~std::size_t{0}, ~std::size_t{0}};
    renew();
    if (keepsBug(planOf(best.path))) {
      tryShortRuns();
      for (Cost before = best.cost; hasTime(); before = best.cost) {
        dropBlocks();
        joinBlocks();
        finishEarly();
        shortenBlocks();
        takeFirstAlternatives();
        tryFewBlocks();
        exchangeThreads();
        if (best.cost == before)
          break;
      }
      for (std::size_t i = 0; i < options.inputs.size() && hasTime(); ++i)
        shrinkInput(i);
    }
    return {best.path, options.inputs, reruns};
  }

private:
  static constexpr std::size_t unbounded = ~std::size_t{0};

  bool hasTime() const {
    return reruns < effort.reruns && Clock::now() < end &&
           !(effort.cancel && effort.cancel->load(std::memory_order_relaxed));
  }

  void renew() {
    rerun = std::make_unique<Rerun>(code, options, sameAs(wanted), [this] { return hasTime(); });
  }

  /// Whether the plan leads to the same bug in a run that is no worse than the best so far.
  std::optional<Rerun::Run> follow(const Plan &plan, std::size_t events = unbounded) {
    if (!hasTime())
      return std::nullopt;
    ++reruns;
    return rerun->follow(plan, best.cost, events);
  }
  bool keepsBug(const Plan &plan) {
    std::optional<Rerun::Run> found = follow(plan);
    if (found)
      best = std::move(*found);
    return found.has_value();
  }
  /// One of at most so many events.
  bool improves(const Plan &plan, std::size_t events = unbounded) {
    std::optional<Rerun::Run> found = follow(plan, events);
    if (!found || found->cost >= best.cost)
      return false;
    best = std::move(*found);
    return true;
  }

  /// Delta debugging on the blocks: what a thread does in a block that is gone it does in its next
  /// one, or when nobody else is asked to.
  void dropBlocks() {
    for (std::size_t size = std::max<std::size_t>(1, planOf(best.path).blocks.size() / 2); size > 0;
         size /= 2)
      for (std::size_t i = 0; hasTime();) {
        Plan plan = planOf(best.path);
        if (i >= plan.blocks.size())
          break;
        const auto first = plan.blocks.begin() + static_cast<std::ptrdiff_t>(i);
        const std::size_t count = std::min(size, plan.blocks.size() - i);
        plan.blocks.erase(first, first + static_cast<std::ptrdiff_t>(count));
        if (!improves(plan))
          i += size;
      }
  }

  /// Two blocks of a thread become one, at any place between them.
  void joinBlocks() {
    for (std::size_t i = 0; hasTime(); ++i) {
      const Plan plan = planOf(best.path);
      if (i >= plan.blocks.size())
        break;
      const Block &block = plan.blocks[i];
      const auto later =
          std::find_if(plan.blocks.begin() + static_cast<std::ptrdiff_t>(i) + 1, plan.blocks.end(),
                       [&](const Block &one) { return one.thread == block.thread; });
      if (later == plan.blocks.end())
        continue;
      const auto j = static_cast<std::size_t>(later - plan.blocks.begin());
      for (std::size_t place = i; place < j; ++place) {
        Plan joined = plan;
        const auto at = [&](std::size_t index) {
          return joined.blocks.begin() + static_cast<std::ptrdiff_t>(index);
        };
        joined.blocks.erase(at(j));
        joined.blocks.erase(at(i));
        joined.blocks.insert(at(place), *later);
        if (improves(joined)) {
          --i; // There may be another one to join.
          break;
        }
      }
    }
  }

  /// From some point on only those act that take part in the fault.
  void finishEarly() {
    std::vector<vm::ThreadId> threads = {wanted.thread};
    for (const auto &[thread, location] : wanted.blocked)
      threads.push_back(thread);
    if (wanted.otherThread != vm::noThread)
      threads.push_back(wanted.otherThread);
    for (const vm::ThreadId thread : threads)
      for (std::size_t i = 0; hasTime(); ++i) {
        Plan plan = planOf(best.path);
        if (i >= plan.blocks.size())
          break;
        plan.blocks.resize(i);
        plan.blocks.push_back({thread, toTheEnd});
        if (improves(plan))
          break; // Shorter beginnings have been tried.
      }
  }

  /// A thread stops as soon as it may: what it would do later it perhaps never does. Whether the
  /// bug stays need not change just once with the length, so short ones are all tried.
  void shortenBlocks() {
    constexpr std::size_t shortOnes = 500;
    for (std::size_t i = 0; hasTime(); ++i) {
      const std::vector<Block> blocks = planOf(best.path).blocks;
      if (i >= blocks.size())
        break;
      std::size_t before = 0;
      for (std::size_t j = 0; j < i; ++j)
        if (blocks[j].thread == blocks[i].thread)
          before = blocks[j].upTo;
      const std::size_t length = blocks[i].upTo - before;
      const auto works = [&](std::size_t steps) {
        Plan plan = planOf(best.path);
        if (i >= plan.blocks.size())
          return false;
        plan.blocks[i].upTo = before + steps;
        return improves(plan);
      };
      std::size_t steps = 1;
      while (steps < std::min(length, shortOnes) && hasTime() && !works(steps))
        ++steps;
      if (steps < shortOnes)
        continue;
      std::size_t good = length;
      for (std::size_t bad = steps; good > bad + 1 && hasTime();) {
        const std::size_t middle = bad + (good - bad) / 2;
        (works(middle) ? good : bad) = middle;
      }
    }
  }

  /// Runs of three blocks, and not many events: whatever the first run was, bugs are often near the
  /// start. Most plans lead nowhere, and short ones do so fast.
  void tryShortRuns() {
    constexpr std::size_t events = 128;
    constexpr std::size_t steps = 48;
    if (best.cost.switches < 3)
      return;
    const auto until = Clock::now() + (end - Clock::now()) / 4;
    std::set<vm::ThreadId> threads;
    for (const vm::Choice &choice : best.path)
      threads.insert(choice.thread);
    for (std::size_t n = 1; n < steps; ++n)
      for (const vm::ThreadId a : threads)
        for (const vm::ThreadId b : threads)
          for (std::size_t m = events / 2; a != b && m > 4; m /= 2)
            if (Clock::now() > until || improves({{{a, n}, {b, m}, {a, toTheEnd}}, {}}, events))
              return;
  }

  /// Plans of few blocks, whatever the path was: what leads from it may end where threads only
  /// have the wrong parts.
  void tryFewBlocks() {
    if (best.cost.switches < 2 || best.cost.switches == triedFew)
      return;
    std::map<vm::ThreadId, std::size_t> steps;
    for (const vm::Choice &choice : best.path)
      ++steps[choice.thread];
    const Plan now = planOf(best.path);
    const auto works = [&](std::vector<Block> blocks) {
      return improves({std::move(blocks), now.alternatives});
    };
    for (const auto &[a, length] : steps)
      for (const auto &[b, other] : steps)
        if (a != b && works({{a, toTheEnd}, {b, toTheEnd}}))
          return;
    // One that comes to its end lets another act that waits for that: what it did so far may do.
    for (const auto &[a, length] : steps)
      for (std::size_t n = 1; n < length; ++n)
        for (const auto &[b, other] : steps)
          if (a != b &&
              (works({{a, n}, {b, toTheEnd}}) || works({{a, n}, {b, other}, {a, toTheEnd}}) ||
               works({{a, n}, {b, toTheEnd}, {a, toTheEnd}})))
            return;
    if (best.cost.switches < 4) {
      if (hasTime())
        triedFew = best.cost.switches;
      return;
    }
    for (const auto &[a, length] : steps)
      for (const auto &[b, other] : steps)
        for (std::size_t n = 1; a != b && n < length; ++n)
          for (std::size_t m = 1; m < other; ++m)
            if (works({{a, n}, {b, m}, {a, toTheEnd}, {b, toTheEnd}}))
              return;
  }

  /// Another thread may do what one does. One that was created earlier takes fewer events, once its
  /// creator is stopped earlier too.
  void exchangeThreads() {
    std::set<vm::ThreadId> threads;
    for (const vm::Choice &choice : best.path)
      threads.insert(choice.thread);
    for (const vm::ThreadId one : threads)
      for (vm::ThreadId other = 1; other < known && hasTime(); ++other) {
        if (one == 0 || one == other || (one < other && threads.contains(other)))
          continue;
        const Rerun::Run before = best;
        if (!keepsBug(exchanged(planOf(best.path), one, other)))
          continue;
        shortenBlocks();
        if (best.cost < before.cost)
          return;
        best = before;
      }
  }

  static Plan exchanged(Plan plan, vm::ThreadId one, vm::ThreadId other) {
    const auto partner = [&](vm::ThreadId thread) {
      return thread == one ? other : thread == other ? one : thread;
    };
    for (Block &block : plan.blocks)
      block.thread = partner(block.thread);
    const auto alternatives = std::exchange(plan.alternatives, {});
    for (const auto &[step, alternative] : alternatives)
      plan.alternatives[{partner(step.first), step.second}] = alternative;
    return plan;
  }

  void takeFirstAlternatives() {
    const Plan all = planOf(best.path);
    for (const auto &[step, alternative] : all.alternatives) {
      Plan plan = planOf(best.path);
      plan.alternatives.erase(step);
      improves(plan);
    }
  }

  /// Nearer to zero, as far as the bug stays and the run does not get worse.
  void shrinkInput(std::size_t index) {
    const vm::InputValue input = options.inputs[index];
    const std::size_t size = input.bytes.size();
    const bool isSigned = input.type == vm::InputType::Signed;
    if ((!isSigned && input.type != vm::InputType::Unsigned) || size == 0 || size > 8)
      return;
    std::uint64_t value = 0;
    std::memcpy(&value, input.bytes.data(), size);
    const unsigned shift = 64 - 8 * static_cast<unsigned>(size);
    const bool isNegative = isSigned && (value << shift) >> 63;
    vm::InputValue kept = input;
    const auto works = [&](std::uint64_t distance) {
      const std::uint64_t number = isNegative ? 0 - distance : distance;
      std::memcpy(options.inputs[index].bytes.data(), &number, size);
      renew();
      const bool does = keepsBug(planOf(best.path));
      (does ? kept : options.inputs[index]) = does ? options.inputs[index] : kept;
      return does;
    };
    // Halving finds the smallest if all above it work too, and else one whose neighbour does not.
    std::uint64_t good = isNegative ? (0 - (value << shift)) >> shift : value; // Distance from 0.
    if (good > 0 && works(0))
      return;
    for (std::uint64_t bad = 0; good > bad + 1 && hasTime();) {
      const std::uint64_t middle = bad + (good - bad) / 2;
      (works(middle) ? good : bad) = middle;
    }
    renew();
  }

  vm::SharedCode &code;
  vm::Options options;
  const vm::Fault &wanted;
  const Effort &effort;
  const Clock::time_point end;
  std::unique_ptr<Rerun> rerun;
  Rerun::Run best;
  std::uint64_t reruns = 0;
  vm::ThreadId known = 0;   ///< Threads that are, up to the last one of the first run.
  std::size_t triedFew = 0; ///< Switches of a run for which no few blocks do better.
};

} // namespace

Minimised minimise(vm::SharedCode &code, const vm::Options &options, const Trace &trace,
                   const vm::Fault &wanted, const Effort &effort) {
  return Minimiser(code, options, wanted, effort).run(trace);
}

} // namespace heddle::trace
