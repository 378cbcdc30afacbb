// Random programs about locks and orders. Each has a few accesses of one or two variables, and one
// or two mechanisms that order some of them; now and then something is wrong with a mechanism (a
// flag that is reset, a semaphore that begins with one, a wait that may give up), so that no order
// follows. Statements are moved into functions that several threads call.
#include "generate.h"
#include "random.h"

#include <algorithm>

namespace heddle::property {

namespace {

class OrderGenerator {
public:
  explicit OrderGenerator(std::uint64_t seed) : random(seed ^ 0x0DE25ull << 32) {}

  Shape run() {
    declare();
    const unsigned workers = random.chance(60) ? 2 : 3;
    shape.threads.resize(workers + 1);
    for (unsigned i = 1; i <= workers; ++i) {
      shape.threads[i] = segments(random.between(1, 3));
      acting.push_back(i);
    }
    if (random.chance(15))
      team = random.between(1, workers);
    Block main = random.chance(50) ? segments(random.between(1, 2)) : Block();
    if (!main.empty())
      acting.push_back(0);
    shape.threads[0] = main;
    for (unsigned i = random.chance(65) ? 1 : 2; i > 0; --i)
      addMechanism();
    for (Block &block : shape.threads)
      moveOut(block);
    makeMain(workers);
    shape.shown = 1;
    return std::move(shape);
  }

private:
  static Statement of(Kind kind, unsigned object = 0) {
    Statement statement;
    statement.kind = kind;
    statement.object = object;
    return statement;
  }
  static void append(Block &to, const Block &what) {
    to.insert(to.end(), what.begin(), what.end());
  }
  unsigned anyLocal() { return random.below(localCount); }
  static Place scalar(unsigned which) { return {PlaceKind::Scalar, which, {}}; }

  void declare() {
    data = random.chance(60) ? 1 : 2;
    shape.scalars.assign(data, Width::Word);
    shape.initial.assign(data, 0);
    for (unsigned i = random.below(3); i > 0; --i)
      shape.mutexes.push_back(anyType());
    shape.rwlocks = random.chance(15) ? 1 : 0;
  }
  MutexType anyType() {
    return random.chance(65)   ? MutexType::Normal
           : random.chance(50) ? MutexType::Recursive
                               : MutexType::ErrorChecking;
  }
  unsigned newScalar(unsigned initial) {
    shape.scalars.push_back(Width::Word);
    shape.initial.push_back(initial);
    return static_cast<unsigned>(shape.scalars.size()) - 1;
  }

  // --- accesses
  Statement access() {
    static const std::vector<Kind> kinds = {Kind::Load, Kind::Store, Kind::Store, Kind::Update};
    Statement statement = of(random.pick(kinds));
    statement.place = scalar(random.below(data));
    statement.local = anyLocal();
    statement.left = {false, random.between(1, 3)};
    statement.order =
        statement.kind == Kind::Update || random.chance(8) ? Order::SeqCst : Order::Plain;
    return statement;
  }
  Statement ifSeen(Block body, Block otherwise = {}) {
    Statement statement = of(Kind::If);
    statement.condition = {random.chance(50) ? Relation::Equal : Relation::NotEqual,
                           {true, anyLocal()},
                           {false, random.below(2)}};
    statement.body = std::move(body);
    statement.otherwise = std::move(otherwise);
    return statement;
  }
  Block accesses() {
    Block result;
    for (unsigned i = random.between(1, 2); i > 0; --i)
      result.push_back(random.chance(12) ? ifSeen({access()}) : access());
    if (random.chance(8)) {
      Statement repeat = of(Kind::Repeat);
      repeat.count = 2;
      repeat.body = std::move(result);
      result = {repeat};
    }
    return result;
  }
  Block segments(unsigned count) {
    Block result;
    for (; count > 0; --count)
      append(result, guarded(accesses(), 0));
    return result;
  }

  // --- locks
  Statement locking(Kind kind, unsigned mutex) {
    Statement statement = of(kind, mutex);
    statement.isGiven = random.chance(25);
    return statement;
  }
  Block guarded(Block inner, unsigned depth) {
    if (depth < 2 && random.chance(10)) {
      Statement section = of(Kind::Atomic);
      section.body = std::move(inner);
      return {section};
    }
    if (shape.rwlocks && random.chance(40)) {
      Block result{of(random.chance(50) ? Kind::ReadLock : Kind::WriteLock)};
      append(result, inner);
      result.push_back(of(Kind::RwUnlock));
      return result;
    }
    if (shape.mutexes.empty() || depth > 1 || random.chance(25))
      return inner;
    const unsigned mutex = random.below(shape.mutexes.size());
    const Statement lock = locking(Kind::Lock, mutex);
    const Statement unlock = locking(Kind::Unlock, mutex);
    Block result;
    switch (random.below(12)) {
    case 0:
    case 1: { // Only if it gets it.
      Statement attempt = of(random.chance(70) ? Kind::TryLock : Kind::TimedLock, mutex);
      attempt.body = std::move(inner);
      if (random.chance(30))
        attempt.otherwise = accesses();
      return {attempt};
    }
    case 2: // Twice, which a recursive one allows.
      result = {lock, lock};
      append(result, inner);
      result.push_back(unlock);
      append(result, accesses());
      result.push_back(unlock);
      return result;
    case 3: // Lets go in between.
      result = {lock, access(), unlock};
      append(result, inner);
      append(result, {lock, access(), unlock});
      return result;
    case 4: // On one way only.
      result.push_back(ifSeen({lock}, random.chance(50) ? Block{lock} : Block{}));
      append(result, inner);
      result.push_back(random.chance(50) ? unlock : ifSeen({unlock}));
      return result;
    case 5: // Forgets it.
      result = {lock};
      append(result, inner);
      return result;
    default:
      result = {lock};
      append(result, random.chance(30) ? guarded(std::move(inner), depth + 1) : inner);
      result.push_back(unlock);
      return result;
    }
  }

  // --- orders
  void insert(unsigned thread, const Block &what) {
    Block &to = shape.threads[thread];
    to.insert(to.begin() + random.below(to.size() + 1), what.begin(), what.end());
  }
  unsigned someone() { return random.pick(acting); }
  unsigned someoneBut(unsigned thread) {
    unsigned other = thread;
    while (other == thread)
      other = someone();
    return other;
  }
  /// Now and then not on every way, or twice.
  Block perhaps(Block what) {
    if (random.chance(8))
      return {ifSeen(std::move(what))};
    if (random.chance(5)) {
      Statement repeat = of(Kind::Repeat);
      repeat.count = 2;
      repeat.body = std::move(what);
      return {repeat};
    }
    return what;
  }

  void addMechanism() {
    switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
      return addFlag();
    case 3:
    case 4:
      return addCondition();
    case 5:
    case 6:
      return addSemaphore();
    case 7:
    case 8:
      return addBarrier();
    default:
      return addOnce();
    }
  }

  Statement setting(unsigned flag, unsigned value) {
    static const std::vector<Order> orders = {Order::Release, Order::Release, Order::SeqCst,
                                              Order::Relaxed, Order::Plain};
    Statement statement = of(Kind::Store);
    statement.place = scalar(flag);
    statement.left = {false, value};
    statement.order = random.pick(orders);
    statement.local = anyLocal();
    if (random.chance(20)) {
      statement.kind = Kind::Update;
      statement.arithmetic = random.chance(60) ? Arithmetic::Exchange : Arithmetic::Add;
      statement.order = Order::SeqCst;
    } else {
      statement.isGiven = random.chance(20);
    }
    return statement;
  }
  Block awaiting(unsigned flag) {
    static const std::vector<Order> orders = {Order::Acquire, Order::Acquire, Order::SeqCst,
                                              Order::Relaxed, Order::Plain};
    Statement statement = of(Kind::Await);
    statement.place = scalar(flag);
    statement.order = random.pick(orders);
    statement.left = {false, 0};
    if (random.chance(20)) {
      statement.isGiven = true;
      return {statement};
    }
    if (random.chance(30)) { // while (flag != 1)
      statement.relation = random.chance(70) ? Relation::NotEqual : Relation::Less;
      statement.left.value = 1;
    }
    if (!random.chance(25))
      return {statement};
    // for (;;) if (flag) break; now and then something else ends it, too.
    Statement loop = of(Kind::Loop);
    Statement look = of(Kind::Load);
    look.place = statement.place;
    look.order = statement.order;
    look.local = anyLocal();
    Statement leaves = of(Kind::If);
    leaves.condition = {Relation::NotEqual, {true, look.local}, {false, 0}};
    leaves.body = {of(Kind::Leave)};
    loop.body = {look, leaves};
    if (random.chance(15)) {
      Statement other = access();
      other.kind = Kind::Load;
      Statement more = leaves;
      more.condition.left.value = other.local;
      append(loop.body, {other, more});
    }
    return {loop};
  }
  void addFlag() {
    const unsigned flag = newScalar(random.chance(8) ? 1 : 0);
    const unsigned setter = someone();
    insert(setter, perhaps({setting(flag, 1)}));
    insert(someoneBut(setter), perhaps(awaiting(flag)));
    if (random.chance(20)) // A second one that waits.
      insert(someone(), awaiting(flag));
    if (random.chance(10))
      insert(someone(), {setting(flag, random.below(3))});
    if (random.chance(8)) // It is set by a way that is hard to see.
      insert(someone(), {filling(flag)});
  }
  Statement filling(unsigned flag) {
    Statement fill = of(Kind::Fill);
    fill.place = scalar(flag);
    fill.left = {false, random.below(2)};
    fill.count = 4;
    return fill;
  }

  void addCondition() {
    const unsigned flag = newScalar(random.chance(6) ? 1 : 0);
    shape.mutexes.push_back(anyType());
    const auto mutex = static_cast<unsigned>(shape.mutexes.size()) - 1;
    const unsigned condition = shape.conditions++;
    const unsigned signaller = someone();
    Statement set = setting(flag, 1);
    set.order = set.kind == Kind::Store ? Order::Plain : Order::SeqCst;
    const Statement signal = of(random.chance(50) ? Kind::Signal : Kind::Broadcast, condition);
    Block release{locking(Kind::Lock, mutex), set, signal, locking(Kind::Unlock, mutex)};
    if (random.chance(25))
      std::swap(release[2], release[3]);
    if (random.chance(10))
      release.erase(release.begin() + 1);
    insert(signaller, perhaps(release));
    Block acquire{locking(Kind::Lock, mutex), waiting(condition, mutex, flag)};
    if (random.chance(50))
      append(acquire, accesses());
    if (random.chance(10))
      acquire.push_back(setting(flag, 0));
    acquire.push_back(locking(Kind::Unlock, mutex));
    if (random.chance(40)) // Accesses in the section that the wait leaves.
      acquire.insert(acquire.begin() + 1, access());
    insert(someoneBut(signaller), perhaps(acquire));
    if (random.chance(30)) { // Others under the same lock.
      Block other{locking(Kind::Lock, mutex)};
      append(other, accesses());
      other.push_back(locking(Kind::Unlock, mutex));
      insert(someone(), other);
    }
  }
  Statement waiting(unsigned condition, unsigned mutex, unsigned flag) {
    Statement wait = of(random.chance(75)   ? Kind::WaitWhile
                        : random.chance(60) ? Kind::Wait
                                            : Kind::TimedWait,
                        condition);
    wait.second = mutex;
    wait.place = scalar(flag);
    wait.left = {false, 0};
    return wait;
  }

  void addSemaphore() {
    shape.semaphores.push_back(random.chance(15) ? 1 : 0);
    const auto semaphore = static_cast<unsigned>(shape.semaphores.size()) - 1;
    const unsigned poster = someone();
    const unsigned times = random.chance(75) ? 1 : 2;
    for (unsigned i = 0; i < times; ++i)
      insert(poster, perhaps({of(Kind::SemPost, semaphore)}));
    const unsigned taker = someoneBut(poster);
    for (unsigned i = 0; i < times; ++i) {
      Statement wait = of(random.chance(85)   ? Kind::SemWait
                          : random.chance(50) ? Kind::SemTryWait
                                              : Kind::SemTimedWait,
                          semaphore);
      wait.local = anyLocal();
      insert(random.chance(80) ? taker : someone(), perhaps({wait}));
    }
    if (random.chance(15))
      insert(someone(), {of(Kind::SemPost, semaphore)});
  }

  void addBarrier() {
    std::size_t count = acting.size() + (team ? 1 : 0);
    if (random.chance(12))
      count = random.between(1, static_cast<unsigned>(count));
    shape.barriers.push_back(static_cast<unsigned>(count));
    const auto barrier = static_cast<unsigned>(shape.barriers.size()) - 1;
    const unsigned rounds = random.chance(75) ? 1 : 2;
    for (const unsigned thread : acting)
      for (unsigned i = 0; i < rounds; ++i)
        insert(thread, random.chance(95) ? Block{of(Kind::BarrierWait, barrier)}
                                         : perhaps({of(Kind::BarrierWait, barrier)}));
  }

  void addOnce() {
    shape.onces.push_back(accesses());
    const auto once = static_cast<unsigned>(shape.onces.size()) - 1;
    for (const unsigned thread : acting)
      if (random.chance(75))
        insert(thread, perhaps({of(Kind::Once, once)}));
    if (random.chance(10)) { // Somebody runs the routine without asking.
      Statement call = of(Kind::Call, once);
      call.second = 1;
      insert(someone(), {call});
    }
  }

  // --- functions
  /// Puts some statements of a block into functions, and calls of these in their place.
  void moveOut(Block &block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (!random.chance(20))
        continue;
      const std::size_t length = std::min<std::size_t>(random.between(1, 3), block.size() - i);
      const auto from = block.begin() + static_cast<std::ptrdiff_t>(i);
      shape.functions.emplace_back(from, from + static_cast<std::ptrdiff_t>(length));
      block.erase(from, from + static_cast<std::ptrdiff_t>(length));
      const auto called = static_cast<unsigned>(shape.functions.size()) - 1;
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), of(Kind::Call, called));
      if (random.chance(15)) // Somebody else calls it, too.
        insert(someone(), {of(Kind::Call, random.below(called + 1))});
    }
  }

  // --- main
  Statement creating(unsigned thread, Kind one, Kind all) const {
    Statement statement = of(thread == team ? all : one, thread);
    statement.count = 2;
    return statement;
  }
  Statement create(unsigned thread) const {
    return creating(thread, Kind::Create, Kind::CreateAll);
  }
  Statement join(unsigned thread) const { return creating(thread, Kind::Join, Kind::JoinAll); }

  /// Creations and joins around what main does, some in between, some left to a worker.
  void makeMain(unsigned workers) {
    const Block own = std::move(shape.threads[0]);
    Block main = random.chance(25) ? accesses() : Block();
    Block ends;
    for (unsigned i = 1; i <= workers; ++i) {
      const bool isNested = i > 1 && i != team && team != 1 && random.chance(12);
      Block &maker = isNested ? shape.threads[1] : main;
      maker.insert(isNested ? maker.begin() + random.below(maker.size() + 1) : maker.end(),
                   create(i));
      if (random.chance(10))
        maker.push_back(join(i));
      else if (isNested)
        append(maker, random.chance(60) ? Block{join(i)} : Block{});
      else if (!random.chance(6))
        ends.insert(ends.begin() + random.below(ends.size() + 1), join(i));
      if (random.chance(15))
        append(main, guarded(accesses(), 1));
    }
    append(main, own);
    for (const Statement &each : ends) {
      main.push_back(each);
      if (random.chance(25))
        append(main, accesses());
    }
    append(main, guarded(accesses(), 1));
    shape.threads[0] = main;
  }

  Random random;
  Shape shape;
  unsigned data = 1;            ///< The first scalars; the others are flags.
  std::vector<unsigned> acting; ///< Threads that do something.
  unsigned team = 0;            ///< The body that several threads run, if there is one.
};

} // namespace

Shape generateOrders(std::uint64_t seed) {
  return OrderGenerator(seed).run();
}

} // namespace heddle::property
