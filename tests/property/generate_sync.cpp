// Random synchronisation.
#include "generator.h"

namespace heddle::property {

Block Generator::guarded(Kind lock, Kind unlock, unsigned object, int &left, unsigned depth) {
  left -= 2;
  Block result{of(lock, object)};
  append(result, block(left, depth + 1));
  if (!random.chance(4)) // Now and then the unlock is forgotten.
    result.push_back(of(unlock, object));
  return result;
}

Block Generator::trying(Kind kind, unsigned object, int &left, unsigned depth) {
  Statement statement = of(kind, object);
  left -= 2;
  statement.body = block(left, depth + 1);
  if (random.chance(30))
    statement.otherwise = block(left, depth + 1);
  return {statement};
}

Block Generator::waiting(unsigned mutex, int &left) {
  left -= 4;
  Statement statement = of(random.chance(60)   ? Kind::WaitWhile
                           : random.chance(60) ? Kind::Wait
                                               : Kind::TimedWait,
                           random.below(shape.conditions));
  statement.second = mutex;
  statement.place = scalar();
  statement.left = {false, 0};
  if (random.chance(3))
    return {statement}; // Without the mutex.
  return {of(Kind::Lock, mutex), statement, of(Kind::Unlock, mutex)};
}

Block Generator::semaphore() {
  static const std::vector<Kind> kinds = {Kind::SemWait, Kind::SemWait,    Kind::SemPost,
                                          Kind::SemPost, Kind::SemTryWait, Kind::SemTimedWait};
  Statement statement = of(random.pick(kinds), random.below(shape.semaphores.size()));
  statement.local = anyLocal();
  return {statement};
}

void Generator::addSync(Ways &ways, int &left, unsigned depth) {
  const bool deep = depth >= 3;
  if (!shape.mutexes.empty() && !deep) {
    const unsigned mutex = random.below(shape.mutexes.size());
    ways.emplace_back(
        25, [&, mutex, depth] { return guarded(Kind::Lock, Kind::Unlock, mutex, left, depth); });
    ways.emplace_back(8, [&, mutex, depth] { return trying(Kind::TryLock, mutex, left, depth); });
    ways.emplace_back(3, [&, mutex, depth] { return trying(Kind::TimedLock, mutex, left, depth); });
    ways.emplace_back(1, [&, mutex]() -> Block {
      --left;
      return {of(Kind::Unlock, mutex)};
    });
  }
  if (shape.conditions) {
    const unsigned mutex = random.below(shape.mutexes.size());
    ways.emplace_back(25, [&, mutex] { return waiting(mutex, left); });
    ways.emplace_back(15, [&]() -> Block {
      --left;
      return {
          of(random.chance(60) ? Kind::Signal : Kind::Broadcast, random.below(shape.conditions))};
    });
  }
  if (!shape.semaphores.empty())
    ways.emplace_back(35, [&] {
      --left;
      return semaphore();
    });
  if (!shape.barriers.empty())
    ways.emplace_back(20, [&]() -> Block {
      --left;
      return {of(Kind::BarrierWait)};
    });
  if (!shape.onces.empty())
    ways.emplace_back(25, [&]() -> Block {
      left -= 2;
      return {of(Kind::Once)};
    });
  if (shape.rwlocks && !deep) {
    const unsigned lock = random.below(shape.rwlocks);
    ways.emplace_back(18, [&, lock, depth] {
      return guarded(Kind::ReadLock, Kind::RwUnlock, lock, left, depth);
    });
    ways.emplace_back(15, [&, lock, depth] {
      return guarded(Kind::WriteLock, Kind::RwUnlock, lock, left, depth);
    });
    ways.emplace_back(8, [&, lock, depth] {
      static const std::vector<Kind> kinds = {Kind::TryReadLock, Kind::TryWriteLock,
                                              Kind::TimedReadLock, Kind::TimedWriteLock};
      return trying(random.pick(kinds), lock, left, depth);
    });
  }
}

} // namespace heddle::property
