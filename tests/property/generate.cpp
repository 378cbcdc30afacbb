#include "generate.h"

#include "random.h"

#include <algorithm>
#include <functional>

namespace heddle::property {

namespace {

/// Operations a thread may have, by number of threads that act: near 20,000 interleavings at most.
constexpr unsigned roomFor[] = {12, 12, 8, 4, 3};

class Generator {
public:
  Generator(std::uint64_t seed, unsigned shrink) : random(seed), shrink(shrink) {}

  Shape run() {
    declare();
    const unsigned workers = random.between(1, 3);
    // With one worker main must act; with more it only sometimes does.
    const bool mainActs = workers == 1 || (workers < 3 && random.chance(30));
    const unsigned acting = workers + (mainActs ? 1 : 0);
    const bool nested = workers > 1 && random.chance(15);
    const bool detached = random.chance(12);
    shape.threads.resize(workers + 1);
    declareBarriers(acting);

    for (unsigned i = 1; i <= workers; ++i)
      shape.threads[i] = body(acting);
    Block &main = shape.threads[0];
    const unsigned direct = nested ? workers - 1 : workers;
    for (unsigned i = 1; i <= direct; ++i)
      main.push_back(of(Kind::Create, i));
    if (nested) {
      Block &parent = shape.threads[direct];
      parent.insert(parent.begin() + random.below(parent.size() + 1), of(Kind::Create, workers));
      parent.push_back(of(random.chance(70) ? Kind::Join : Kind::Detach, workers));
    }
    if (mainActs) {
      const Block own = body(acting);
      main.insert(main.end(), own.begin(), own.end());
    }
    for (unsigned i = 1; i <= direct; ++i)
      main.push_back(of(detached && i == 1 ? Kind::Detach : Kind::Join, i));
    if (detached || nested)
      shape.shown = 2;
    if (random.chance(50)) {
      Block check = assertion();
      shape.after.insert(shape.after.end(), check.begin(), check.end());
    }
    return std::move(shape);
  }

private:
  static Statement of(Kind kind, unsigned object = 0) {
    Statement statement;
    statement.kind = kind;
    statement.object = object;
    return statement;
  }

  void declare() {
    constexpr Width widths[] = {Width::Word, Width::Word, Width::Byte, Width::Long};
    const unsigned scalars = random.between(1, 3);
    for (unsigned i = 0; i < scalars; ++i) {
      shape.scalars.push_back(i ? widths[random.below(4)] : Width::Word);
      shape.initial.push_back(random.chance(70) ? 0 : random.below(3));
    }
    if (random.chance(30))
      shape.arrays.push_back({widths[random.below(4)], random.between(2, 3)});
    if (random.chance(25))
      shape.fields = {widths[random.below(4)], widths[random.below(4)]};
    if (random.chance(35))
      for (unsigned i = random.between(1, 2); i > 0; --i)
        shape.pointers.push_back(random.chance(85) ? 0 : -1);
    for (unsigned i = random.below(3); i > 0; --i)
      shape.mutexes.push_back(random.chance(80)   ? MutexType::Normal
                              : random.chance(50) ? MutexType::Recursive
                                                  : MutexType::ErrorChecking);
    if (!shape.mutexes.empty() && random.chance(35))
      shape.conditions = 1;
    if (random.chance(15))
      shape.semaphores.push_back(random.below(3));
    if (random.chance(12))
      shape.rwlocks = 1;
    // A program that uses a few of all features at once shows little: most have a favourite.
    atomics = random.chance(35) ? 60 : 10;
  }

  void declareBarriers(unsigned acting) {
    if (random.chance(10))
      shape.barriers.push_back(random.chance(80) ? acting : random.between(1, 3));
  }

  unsigned constant() { return random.chance(90) ? random.below(4) : random.below(300); }
  Operand operand() {
    if (random.chance(50))
      return {true, random.below(localCount)};
    return {false, constant()};
  }
  Condition condition() {
    return {static_cast<Relation>(random.below(3)),
            {true, random.below(localCount)},
            random.chance(80) ? Operand{false, constant()} : operand()};
  }

  /// An index that is nearly always inside; a local one may be anything a thread has stored.
  Operand index(unsigned length) {
    if (random.chance(25))
      return {true, random.below(localCount)};
    return {false, random.chance(97) ? random.below(length) : length};
  }

  Place place() {
    if (!shape.arrays.empty() && random.chance(25))
      return {PlaceKind::Element, 0, index(shape.arrays[0].length)};
    if (!shape.fields.empty() && random.chance(25))
      return {PlaceKind::Field, random.below(shape.fields.size()), {}};
    if (!shape.pointers.empty() && random.chance(35)) {
      const Operand at = random.chance(92) ? Operand{} : Operand{false, 1};
      return {PlaceKind::Target, random.below(shape.pointers.size()), at};
    }
    return {PlaceKind::Scalar, random.below(shape.scalars.size()), {}};
  }

  static unsigned costOf(const Place &place) { return place.kind == PlaceKind::Target ? 2 : 1; }

  Order orderOf(Kind kind) {
    static const std::vector<Order> loads = {Order::Relaxed, Order::Acquire, Order::SeqCst};
    static const std::vector<Order> stores = {Order::Relaxed, Order::Release, Order::SeqCst};
    static const std::vector<Order> updates = {Order::Relaxed, Order::Acquire, Order::Release,
                                               Order::AcquireRelease, Order::SeqCst};
    if (kind == Kind::Update || kind == Kind::CompareExchange)
      return random.pick(updates);
    if (!random.chance(atomics))
      return Order::Plain;
    return random.pick(kind == Kind::Load ? loads : stores);
  }

  Statement load(unsigned local) {
    Statement statement = of(Kind::Load);
    statement.local = local;
    statement.place = place();
    statement.order = orderOf(Kind::Load);
    return statement;
  }

  Block assertion() {
    const unsigned local = random.below(localCount);
    Statement check = of(Kind::Assert);
    check.condition = {random.chance(75) ? Relation::NotEqual : Relation::Less,
                       {true, local},
                       {false, random.between(1, 4)}};
    return {load(local), check};
  }

  /// Statements for about `left` visible operations; what is over is handed back in `left`.
  Block block(int &left, unsigned depth) {
    Block result;
    do {
      const Block part = construct(left, depth);
      result.insert(result.end(), part.begin(), part.end());
    } while (left > 0 && (depth == 0 || random.chance(55)));
    return result;
  }

  Block body(unsigned acting) {
    const unsigned most = std::max(1u, roomFor[acting] >> shrink);
    int left = static_cast<int>(random.between((most + 1) / 2, most));
    return block(left, 0);
  }

  Block construct(int &left, unsigned depth) {
    using Make = std::function<Block()>;
    std::vector<std::pair<unsigned, Make>> ways;
    addData(ways, left);
    addControl(ways, left, depth);
    if (!insideAtomic)
      addSync(ways, left, depth);
    addPointers(ways, left);
    unsigned total = 0;
    for (const auto &[weight, make] : ways)
      total += weight;
    unsigned chosen = random.below(total);
    for (const auto &[weight, make] : ways) {
      if (chosen < weight)
        return make();
      chosen -= weight;
    }
    return {};
  }

  using Ways = std::vector<std::pair<unsigned, std::function<Block()>>>;

  void addData(Ways &ways, int &left) {
    ways.emplace_back(20, [&]() -> Block {
      Statement statement = load(random.below(localCount));
      left -= static_cast<int>(costOf(statement.place));
      return {statement};
    });
    ways.emplace_back(20, [&]() -> Block {
      Statement statement = of(Kind::Store);
      statement.place = place();
      statement.left = operand();
      statement.order = orderOf(Kind::Store);
      left -= static_cast<int>(costOf(statement.place));
      return {statement};
    });
    ways.emplace_back(15, [&]() -> Block { // x = x + c, in two steps.
      Statement first = load(random.below(localCount));
      Statement change = of(Kind::Compute);
      change.local = first.local;
      change.arithmetic = static_cast<Arithmetic>(random.below(4));
      change.left = {true, first.local};
      change.right = operand();
      Statement last = of(Kind::Store);
      last.place = first.place;
      last.left = {true, first.local};
      last.order = orderOf(Kind::Store);
      left -= 2 * static_cast<int>(costOf(first.place));
      return {first, change, last};
    });
    ways.emplace_back(atomics / 2, [&]() -> Block {
      Statement statement = of(random.chance(60) ? Kind::Update : Kind::CompareExchange);
      statement.local = random.below(localCount);
      statement.place = place();
      statement.left = operand();
      statement.right = operand();
      statement.arithmetic = static_cast<Arithmetic>(random.below(5));
      statement.order = orderOf(statement.kind);
      left -= static_cast<int>(costOf(statement.place));
      return {statement};
    });
    ways.emplace_back(3, [&]() -> Block {
      Statement statement = of(Kind::Compute);
      statement.local = random.below(localCount);
      statement.arithmetic = static_cast<Arithmetic>(random.below(4));
      statement.left = operand();
      statement.right = operand();
      return {statement};
    });
    ways.emplace_back(8, [&]() -> Block {
      Block check = assertion();
      left -= static_cast<int>(costOf(check.front().place));
      return check;
    });
  }

  void addControl(Ways &ways, int &left, unsigned depth) {
    if (depth >= 2)
      return;
    ways.emplace_back(10, [&, depth]() -> Block {
      Statement statement = of(Kind::If);
      statement.condition = condition();
      statement.body = block(left, depth + 1);
      int other = left + 1;
      if (random.chance(30))
        statement.otherwise = block(other, depth + 1);
      return {statement};
    });
    ways.emplace_back(4, [&, depth]() -> Block {
      Statement statement = of(Kind::Repeat);
      statement.count = 2;
      const int before = left;
      statement.body = block(left, depth + 1);
      left -= before - left;
      return {statement};
    });
    if (insideAtomic)
      return;
    ways.emplace_back(4, [&, depth]() -> Block {
      Statement statement = of(Kind::Atomic);
      insideAtomic = true;
      int inner = 2;
      statement.body = block(inner, depth + 1);
      insideAtomic = false;
      left -= 1;
      return {statement};
    });
    ways.emplace_back(3, [&]() -> Block {
      Statement statement = of(Kind::Await);
      statement.place = {PlaceKind::Scalar, random.below(shape.scalars.size()), {}};
      statement.left = {false, random.chance(80) ? 0 : constant()};
      statement.order = orderOf(Kind::Load);
      left -= 2;
      return {statement};
    });
    ways.emplace_back(1, [&]() -> Block {
      Statement fence = of(Kind::Fence);
      fence.order = orderOf(Kind::Update);
      return {random.chance(50) ? of(Kind::Yield) : fence};
    });
  }

  Block guarded(Kind lock, Kind unlock, unsigned object, int &left, unsigned depth) {
    left -= 2;
    Block result{of(lock, object)};
    const Block inner = block(left, depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
    if (!random.chance(4)) // Now and then the unlock is forgotten.
      result.push_back(of(unlock, object));
    return result;
  }

  Block trying(Kind kind, unsigned object, int &left, unsigned depth) {
    Statement statement = of(kind, object);
    left -= 2;
    statement.body = block(left, depth + 1);
    if (random.chance(30))
      statement.otherwise = block(left, depth + 1);
    return {statement};
  }

  void addSync(Ways &ways, int &left, unsigned depth) {
    const bool deep = depth >= 3;
    if (!shape.mutexes.empty() && !deep) {
      const unsigned mutex = random.below(shape.mutexes.size());
      ways.emplace_back(
          25, [&, mutex, depth] { return guarded(Kind::Lock, Kind::Unlock, mutex, left, depth); });
      ways.emplace_back(6, [&, mutex, depth] { return trying(Kind::TryLock, mutex, left, depth); });
      ways.emplace_back(2,
                        [&, mutex, depth] { return trying(Kind::TimedLock, mutex, left, depth); });
      ways.emplace_back(1, [&, mutex]() -> Block {
        --left;
        return {of(Kind::Unlock, mutex)};
      });
    }
    if (shape.conditions) {
      const unsigned mutex = random.below(shape.mutexes.size());
      ways.emplace_back(20, [&, mutex] { return waiting(mutex, left); });
      ways.emplace_back(12, [&]() -> Block {
        --left;
        return {of(random.chance(70) ? Kind::Signal : Kind::Broadcast)};
      });
    }
    if (!shape.semaphores.empty()) {
      ways.emplace_back(20, [&]() -> Block {
        static const std::vector<Kind> kinds = {Kind::SemWait,    Kind::SemWait,
                                                Kind::SemPost,    Kind::SemPost,
                                                Kind::SemTryWait, Kind::SemTimedWait};
        Statement statement = of(random.pick(kinds));
        statement.local = random.below(localCount);
        --left;
        return {statement};
      });
    }
    if (!shape.barriers.empty())
      ways.emplace_back(15, [&]() -> Block {
        --left;
        return {of(Kind::BarrierWait)};
      });
    if (shape.rwlocks && !deep) {
      ways.emplace_back(
          10, [&, depth] { return guarded(Kind::ReadLock, Kind::RwUnlock, 0, left, depth); });
      ways.emplace_back(
          10, [&, depth] { return guarded(Kind::WriteLock, Kind::RwUnlock, 0, left, depth); });
      ways.emplace_back(4, [&, depth] {
        return trying(random.chance(50) ? Kind::TryReadLock : Kind::TryWriteLock, 0, left, depth);
      });
    }
  }

  Block waiting(unsigned mutex, int &left) {
    left -= 4;
    Statement statement = of(random.chance(70)   ? Kind::WaitWhile
                             : random.chance(70) ? Kind::Wait
                                                 : Kind::TimedWait);
    statement.second = mutex;
    statement.place = {PlaceKind::Scalar, random.below(shape.scalars.size()), {}};
    statement.left = {false, 0};
    if (random.chance(3))
      return {statement}; // Without the mutex.
    return {of(Kind::Lock, mutex), statement, of(Kind::Unlock, mutex)};
  }

  void addPointers(Ways &ways, int &left) {
    if (shape.pointers.empty())
      return;
    const unsigned pointer = random.below(shape.pointers.size());
    ways.emplace_back(6, [&, pointer]() -> Block {
      Statement statement = of(Kind::PointTo, pointer);
      statement.place = {PlaceKind::Scalar, 0, {}};
      if (!shape.arrays.empty() && shape.arrays[0].width == Width::Word && random.chance(50))
        statement.place = {PlaceKind::Element, 0, {false, random.below(shape.arrays[0].length)}};
      --left;
      return {statement};
    });
    ways.emplace_back(1, [&, pointer]() -> Block {
      --left;
      return {of(Kind::SetNull, pointer)};
    });
    ways.emplace_back(6, [&, pointer]() -> Block {
      Statement statement = of(Kind::Allocate, pointer);
      statement.count = random.between(1, 2);
      --left;
      return {statement};
    });
    ways.emplace_back(2, [&, pointer]() -> Block {
      left -= 2;
      return {of(Kind::Free, pointer)};
    });
  }

  Random random;
  unsigned shrink;
  unsigned atomics = 10; ///< Percentage of accesses that are atomic.
  bool insideAtomic = false;
  Shape shape;
};

} // namespace

Shape generate(std::uint64_t seed, unsigned shrink) {
  return Generator(seed, shrink).run();
}

Shape counting(const std::vector<unsigned> &operations, std::uint64_t seed) {
  Random random(seed);
  Shape shape;
  shape.scalars = {Width::Word};
  shape.initial = {0};
  shape.threads.resize(operations.size() + 1);
  for (unsigned i = 0; i < operations.size(); ++i) {
    for (unsigned j = 0; j < operations[i]; ++j) {
      Statement statement;
      statement.kind = random.chance(50) ? Kind::Load : Kind::Store;
      statement.order = random.chance(50) ? Order::SeqCst : Order::Plain;
      statement.left = {false, i};
      shape.threads[i + 1].push_back(statement);
    }
  }
  for (const Kind kind : {Kind::Create, Kind::Join}) {
    for (unsigned i = 1; i <= operations.size(); ++i) {
      Statement statement;
      statement.kind = kind;
      statement.object = i;
      shape.threads[0].push_back(statement);
    }
  }
  return shape;
}

} // namespace heddle::property
