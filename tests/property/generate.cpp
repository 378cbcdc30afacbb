#include "generate.h"

#include "generator.h"

#include <algorithm>

namespace heddle::property {

namespace {

/// Operations a thread may have, by number of threads that act: a few hundred interleavings, so
/// that many programs can be tried. Now and then a larger one.
constexpr unsigned roomFor[] = {6, 6, 5, 3, 2, 2};
constexpr unsigned largeRoomFor[] = {12, 12, 8, 4, 3, 2};
constexpr unsigned largeChance = 4;

} // namespace

void Generator::chooseFeatures() {
  constexpr unsigned count = static_cast<unsigned>(Feature::Ends) + 1;
  for (unsigned i = random.chance(20) ? 0 : random.between(1, 2); i > 0; --i)
    features.insert(static_cast<Feature>(random.below(count)));
  for (unsigned i = 0; i < count; ++i)
    if (random.chance(5))
      features.insert(static_cast<Feature>(i));
  // What has shown the most, by itself and with the others.
  if (random.chance(15))
    features.insert(Feature::Loops);
  if (random.chance(5))
    features.insert(Feature::RwLocks);
  if (has(Feature::Cancels) && random.chance(50)) {
    static const std::vector<Feature> waits = {Feature::Conditions, Feature::Semaphores,
                                               Feature::Loops, Feature::RwLocks, Feature::Once};
    features.insert(random.pick(waits));
  }
  if (has(Feature::Conditions))
    features.insert(Feature::Locks);
  atomics = has(Feature::Atomics) || has(Feature::Spins) ? 60
            : has(Feature::Loops) && random.chance(50)   ? 60
            : random.chance(30)                          ? 30
                                                         : 0;
}

void Generator::declare() {
  static const std::vector<Width> widths = {Width::Word, Width::Word, Width::Byte, Width::Half,
                                            Width::Long};
  const unsigned scalars = random.chance(30) ? 1 : random.chance(75) ? 2 : 3;
  for (unsigned i = 0; i < scalars; ++i) {
    shape.scalars.push_back(i ? random.pick(widths) : Width::Word);
    shape.initial.push_back(random.chance(80) ? 0 : random.below(3));
  }
  if (has(Feature::Arrays)) {
    shape.arrays.push_back({random.pick(widths), random.between(2, 3)});
    if (random.chance(40))
      shape.fields = {random.pick(widths), random.pick(widths)};
  }
  if (has(Feature::Pointers))
    for (unsigned i = random.between(1, 2); i > 0; --i)
      shape.pointers.push_back(random.chance(85) ? 0 : -1);
  if (has(Feature::Inputs))
    inputsLeft = random.chance(80) ? 2 : 3;
  declareSync();
}

void Generator::declareSync() {
  if (has(Feature::Locks))
    for (unsigned i = random.chance(60) ? 1 : 2; i > 0; --i)
      shape.mutexes.push_back(random.chance(80)   ? MutexType::Normal
                              : random.chance(50) ? MutexType::Recursive
                                                  : MutexType::ErrorChecking);
  if (has(Feature::Conditions))
    shape.conditions = random.chance(85) ? 1 : 2;
  if (has(Feature::Semaphores))
    for (unsigned i = random.chance(80) ? 1 : 2; i > 0; --i)
      shape.semaphores.push_back(random.below(3));
  if (has(Feature::RwLocks))
    shape.rwlocks = random.chance(75) ? 1 : 2;
  if (has(Feature::Once))
    shape.onces.push_back(routine());
}

void Generator::declareBarriers(unsigned acting) {
  if (has(Feature::Barriers))
    shape.barriers.push_back(random.chance(80) ? acting : random.between(1, 3));
}

Block Generator::routine() {
  insideWhole = true;
  int left = static_cast<int>(random.between(1, 2));
  Block result = block(left, 1);
  insideWhole = false;
  return result;
}

Shape Generator::run() {
  chooseFeatures();
  declare();
  makeThreads();
  return std::move(shape);
}

void Generator::makeThreads() {
  const unsigned workers = random.chance(25) ? 1 : random.chance(60) ? 2 : 3;
  // With one worker main must act; with more it only sometimes does.
  const bool mainActs = workers == 1 || (workers < 3 && random.chance(30));
  const unsigned acting = workers + (mainActs ? 1 : 0);
  // Who is made by another worker; two may be, by two.
  const unsigned nested = workers < 2 || !random.chance(15) ? 0 : 1;
  const bool twoMakers = nested && workers == 2 && random.chance(40);
  const unsigned direct = twoMakers ? 2 : workers - nested;
  const unsigned total = twoMakers ? 4 : workers;
  shape.threads.resize(total + 1);
  declareBarriers(acting);
  for (unsigned i = 1; i <= total; ++i)
    shape.threads[i] = body(twoMakers ? 5 : acting);

  Block &main = shape.threads[0];
  if (inputsLeft && random.chance(40)) { // One that several threads look at.
    --inputsLeft;
    Statement input = of(Kind::Input);
    input.count = random.chance(85) ? random.between(1, 3) : 7;
    append(main, {input, store(scalar(), {true, 0})});
  }
  for (unsigned i = 1; i <= direct; ++i)
    main.push_back(of(Kind::Create, i));
  for (unsigned i = direct + 1; i <= total; ++i)
    addChild(i - direct, i);
  if (mainActs)
    append(main, body(acting));
  finishMain(direct);
}

void Generator::addChild(unsigned parent, unsigned child) {
  Block &block = shape.threads[parent];
  const unsigned at = random.below(block.size() + 1);
  block.insert(block.begin() + at, of(Kind::Create, child));
  if (has(Feature::Cancels) && random.chance(40))
    addCancel(block, at + 1, child);
  block.push_back(of(random.chance(80) ? Kind::Join : Kind::Detach, child));
}

/// Somewhere from a statement on, and now and then only for what is seen there.
void Generator::addCancel(Block &to, std::size_t from, unsigned thread) {
  Block cancel{of(Kind::Cancel, thread)};
  if (random.chance(25)) {
    const Statement first = load(anyLocal());
    Statement branch = of(Kind::If);
    branch.condition = conditionOn(first.local);
    branch.body = std::move(cancel);
    cancel = {first, branch};
  }
  const std::size_t at = from + random.below(to.size() - from + 1);
  to.insert(to.begin() + static_cast<std::ptrdiff_t>(at), cancel.begin(), cancel.end());
}

void Generator::finishMain(unsigned direct) {
  Block &main = shape.threads[0];
  if (has(Feature::Cancels)) {
    const auto created = [](const Statement &each) { return each.kind == Kind::Create; };
    const auto last = std::ranges::find_if(main.rbegin(), main.rend(), created);
    const auto from = static_cast<std::size_t>(main.rend() - last);
    for (unsigned i = random.chance(70) ? 1 : 2; i > 0; --i)
      addCancel(main, from, random.between(1, direct));
  }
  if (has(Feature::Ends) && random.chance(40))
    main.push_back(of(Kind::Cancel, random.between(1, direct)));
  std::vector<unsigned> order;
  for (unsigned i = 1; i <= direct; ++i)
    order.insert(order.begin() + random.below(order.size() + 1), i);
  const bool loose = random.chance(has(Feature::Ends) ? 40 : 6);
  for (const unsigned i : order) {
    const bool isLoose = loose && i == order.front();
    if (!isLoose || random.chance(70))
      main.push_back(of(isLoose ? Kind::Detach : Kind::Join, i));
  }
  // What main does while others still run multiplies the interleavings.
  if (loose || direct + 1 < shape.threads.size())
    shape.shown = 1;
  if (loose && random.chance(30))
    main.push_back(of(Kind::ExitThread));
  else if (random.chance(50))
    append(shape.after, assertion());
}

Block Generator::body(unsigned acting) {
  const unsigned room = random.chance(largeChance) ? largeRoomFor[acting] : roomFor[acting];
  const unsigned most = std::max(1u, room >> shrink);
  int left = static_cast<int>(random.between((most + 1) / 2, most));
  return block(left, 0);
}

Block Generator::block(int &left, unsigned depth) {
  Block result;
  do {
    append(result, construct(left, depth));
  } while (left > 0 && (depth == 0 || random.chance(55)));
  return result;
}

Block Generator::construct(int &left, unsigned depth) {
  Ways ways;
  addData(ways, left);
  addPointers(ways, left);
  addControl(ways, left, depth);
  if (!insideWhole) {
    addSync(ways, left, depth);
    addSpins(ways, left, depth);
    addLoops(ways, left, depth);
    addInputs(ways, left, depth);
    addEnds(ways, left);
  }
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
