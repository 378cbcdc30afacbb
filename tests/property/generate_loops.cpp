// Random loops that wait: for a value, for a lock made of one, and in ways that no lock has,
// looking at several places and left from within.
#include "generator.h"

namespace heddle::property {

void Generator::addSpins(Ways &ways, int &left, unsigned depth) {
  ways.emplace_back(has(Feature::Spins) ? 15 : 2, [&]() -> Block {
    Statement statement = of(Kind::Await);
    statement.place = scalar();
    statement.relation = random.chance(70) ? Relation::Equal : Relation::NotEqual;
    statement.left = random.chance(80) ? Operand{false, constant()} : operand();
    statement.order = orderOf(Kind::Load);
    left -= 2;
    return {statement};
  });
  if (!has(Feature::Spins) || depth >= 2)
    return;
  ways.emplace_back(12, [&, depth]() -> Block { // A test-and-set lock.
    Statement take = of(Kind::AwaitTaken);
    take.place = {PlaceKind::Scalar, static_cast<unsigned>(shape.scalars.size() - 1), {}};
    take.order = orderOf(Kind::Update);
    Block result{take};
    left -= 2;
    append(result, block(left, depth + 1));
    Statement give = store(take.place, {false, 0});
    give.order = Order::Release;
    result.push_back(give);
    return result;
  });
  ways.emplace_back(6, [&, depth]() -> Block { // A ticket lock: tickets in the first, who is served
    Statement ticket = of(Kind::Update);       // in the last.
    ticket.place = {PlaceKind::Scalar, 0, {}};
    ticket.local = 3;
    ticket.left = {false, 1};
    ticket.order = orderOf(Kind::Update);
    Statement turn = of(Kind::Await);
    turn.place = {PlaceKind::Scalar, static_cast<unsigned>(shape.scalars.size() - 1), {}};
    turn.relation = Relation::NotEqual;
    turn.left = {true, 3};
    turn.order = Order::Acquire;
    Statement next = ticket;
    next.place = turn.place;
    next.local = 2;
    left -= 4;
    Block result{ticket, turn};
    append(result, block(left, depth + 1));
    result.push_back(next);
    return result;
  });
}

/// Looks at a place and leaves the loop for what it sees, now and then after doing something.
Block Generator::look(unsigned depth) {
  Statement first = load(anyLocal());
  first.place = random.chance(85) ? scalar() : place();
  Statement branch = of(Kind::If);
  branch.condition = conditionOn(first.local);
  if (random.chance(25))
    branch.body = sameAgain();
  else if (random.chance(15))
    branch.body = assertion();
  if (random.chance(80))
    branch.body.push_back(of(Kind::Leave));
  else if (branch.body.empty())
    branch.body = depth < 1 ? look(depth + 1) : sameAgain();
  if (random.chance(15))
    branch.otherwise = random.chance(50) ? sameAgain() : Block{of(Kind::Leave)};
  return {first, branch};
}

/// A write that does nothing when it is done again. All loops write the same to a place: two that
/// did not would never come to rest.
Block Generator::sameAgain() {
  const Place to = scalar();
  const Operand what{false, random.chance(95) ? (to.which + 1) % 3 : constant()};
  if (random.chance(65))
    return {store(to, what)};
  Statement update = of(random.chance(50) ? Kind::Update : Kind::CompareExchange);
  update.local = anyLocal();
  update.place = to;
  update.left = update.kind == Kind::Update ? what : Operand{false, constant()};
  update.right = what;
  update.arithmetic = random.chance(60) ? Arithmetic::Exchange : Arithmetic::And;
  update.order = orderOf(update.kind);
  return {update};
}

/// Takes something if it can be had, and then leaves.
Block Generator::attempt(bool mayGiveUp) {
  std::vector<Statement> kinds;
  if (!shape.mutexes.empty()) {
    const unsigned mutex = random.below(shape.mutexes.size());
    kinds.push_back(of(Kind::TryLock, mutex));
    if (mayGiveUp)
      kinds.push_back(of(Kind::TimedLock, mutex));
  }
  if (!shape.semaphores.empty()) {
    const unsigned semaphore = random.below(shape.semaphores.size());
    kinds.push_back(of(Kind::SemTryWait, semaphore));
    if (mayGiveUp)
      kinds.push_back(of(Kind::SemTimedWait, semaphore));
  }
  if (shape.rwlocks) {
    const unsigned lock = random.below(shape.rwlocks);
    kinds.push_back(of(Kind::TryReadLock, lock));
    kinds.push_back(of(Kind::TryWriteLock, lock));
    if (mayGiveUp) {
      kinds.push_back(of(Kind::TimedReadLock, lock));
      kinds.push_back(of(Kind::TimedWriteLock, lock));
    }
  }
  if (kinds.empty())
    return sameAgain();
  Statement statement = random.pick(kinds);
  statement.local = anyLocal();
  if (statement.kind == Kind::SemTryWait || statement.kind == Kind::SemTimedWait) {
    Statement branch = of(Kind::If);
    branch.condition = {Relation::Equal, {true, statement.local}, {false, 0}};
    branch.body = {of(Kind::Leave)};
    return {statement, branch};
  }
  if (random.chance(70)) {
    // The lock is given back after the body: what was done in it is seen after the loop.
    Statement got = of(Kind::Compute);
    got.local = anyLocal();
    got.left = {false, 1};
    statement.body = {got};
    Statement branch = of(Kind::If);
    branch.condition = {Relation::Equal, {true, got.local}, {false, 1}};
    branch.body = {of(Kind::Leave)};
    return {statement, branch};
  }
  statement.body = random.chance(50) ? Block{of(Kind::Leave)} : look(1);
  return {statement};
}

/// Looks at something under a lock, or waits a while under it.
Block Generator::poll(bool mayGiveUp) {
  if (shape.rwlocks && random.chance(50)) {
    const unsigned lock = random.below(shape.rwlocks);
    Block result{of(random.chance(70) ? Kind::ReadLock : Kind::WriteLock, lock), load(anyLocal()),
                 of(Kind::RwUnlock, lock)};
    Statement branch = of(Kind::If);
    branch.condition = conditionOn(result[1].local);
    branch.body = {of(Kind::Leave)};
    result.push_back(branch);
    return result;
  }
  if (shape.mutexes.empty())
    return attempt(mayGiveUp);
  const unsigned mutex = random.below(shape.mutexes.size());
  Block result{of(Kind::Lock, mutex), load(anyLocal())};
  const unsigned local = result[1].local;
  if (mayGiveUp && shape.conditions && random.chance(60)) {
    Statement wait = of(Kind::TimedWait, random.below(shape.conditions));
    wait.second = mutex;
    result.push_back(wait);
  }
  result.push_back(of(Kind::Unlock, mutex));
  Statement branch = of(Kind::If);
  branch.condition = conditionOn(local);
  branch.body = {of(Kind::Leave)};
  result.push_back(branch);
  return result;
}

/// Also what may give up, if the loop counts its tries: otherwise it may do so for ever.
Block Generator::turn(unsigned depth, bool isCounted) {
  if (random.chance(55))
    return look(depth);
  if (random.chance(40))
    return sameAgain();
  if (random.chance(50))
    return poll(isCounted);
  if (depth < 1 && !isCounted && random.chance(30))
    return {loop(depth + 1)};
  return has(Feature::Cancels) ? Block{of(Kind::TestCancel)} : attempt(isCounted);
}

Statement Generator::loop(unsigned depth) {
  Statement result = of(random.chance(80) ? Kind::Loop : Kind::Repeat);
  const bool isCounted = result.kind == Kind::Repeat;
  if (isCounted)
    result.count = 2;
  append(result.body, look(depth));
  for (unsigned i = random.between(1, 2); i > 0; --i) {
    const Block more = turn(depth, isCounted);
    result.body.insert(random.chance(30) ? result.body.begin() : result.body.end(), more.begin(),
                       more.end());
  }
  if (random.chance(10))
    result.body.push_back(of(Kind::Yield));
  return result;
}

void Generator::addLoops(Ways &ways, int &left, unsigned depth) {
  if (!has(Feature::Loops) || !loopsLeft || depth >= 2 || insideLoop)
    return;
  ways.emplace_back(40, [&, depth]() -> Block {
    --loopsLeft;
    const Statement statement = loop(depth);
    left -= static_cast<int>(statement.body.size());
    return {statement};
  });
}

} // namespace heddle::property
