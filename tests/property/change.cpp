#include "change.h"

#include "random.h"

#include <algorithm>
#include <optional>

namespace heddle::property {

namespace {

/// A statement, by the block that it is in.
struct Spot {
  Block *block;
  std::size_t index;
  Statement &at() const { return (*block)[index]; }
};

bool synchronises(Kind kind) {
  static constexpr Kind kinds[] = {
      Kind::Await,        Kind::AwaitTaken,    Kind::Atomic,        Kind::Lock,
      Kind::TryLock,      Kind::TimedLock,     Kind::Wait,          Kind::WaitWhile,
      Kind::TimedWait,    Kind::Signal,        Kind::Broadcast,     Kind::SemWait,
      Kind::SemTimedWait, Kind::SemPost,       Kind::BarrierWait,   Kind::ReadLock,
      Kind::WriteLock,    Kind::TryReadLock,   Kind::TryWriteLock,  Kind::Once,
      Kind::Join,         Kind::TimedReadLock, Kind::TimedWriteLock};
  return std::ranges::find(kinds, kind) != std::end(kinds);
}

void collect(Block &block, std::vector<Spot> &spots) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    spots.push_back({&block, i});
    collect(block[i].body, spots);
    collect(block[i].otherwise, spots);
  }
}

/// The release in the same block that belongs to a lock.
std::optional<std::size_t> releaseOf(const Spot &lock) {
  const Kind kind = lock.at().kind == Kind::Lock ? Kind::Unlock : Kind::RwUnlock;
  for (std::size_t i = lock.index + 1; i < lock.block->size(); ++i)
    if ((*lock.block)[i].kind == kind && (*lock.block)[i].object == lock.at().object)
      return i;
  return std::nullopt;
}

void takeOut(const Spot &spot) {
  const auto at = [&](std::size_t i) {
    return spot.block->begin() + static_cast<std::ptrdiff_t>(i);
  };
  const Kind kind = spot.at().kind;
  if (kind == Kind::Lock || kind == Kind::ReadLock || kind == Kind::WriteLock)
    if (const auto release = releaseOf(spot))
      spot.block->erase(at(*release));
  const Block inner = spot.at().body;
  spot.block->erase(at(spot.index));
  spot.block->insert(at(spot.index), inner.begin(), inner.end());
}

/// Another number somewhere: of a condition, a value, a round, a lock.
void alter(Shape &shape, const Spot &spot, Random &random) {
  Statement &at = spot.at();
  const auto other = [&](unsigned &number, unsigned most) {
    number = most > 1 ? (number + 1) % most : number;
  };
  switch (at.kind) {
  case Kind::If:
  case Kind::Assume:
    if (random.chance(50))
      std::swap(at.condition.left, at.condition.right);
    else
      at.condition.right.value += 1;
    break;
  case Kind::Store:
  case Kind::Update:
  case Kind::CompareExchange:
    at.left.value = at.left.isLocal ? (at.left.value + 1) % localCount : at.left.value + 1;
    break;
  case Kind::Repeat:
    at.count = at.count > 1 ? at.count - 1 : 2;
    break;
  case Kind::SemWait:
  case Kind::SemPost:
    shape.semaphores[at.object] += 1;
    break;
  case Kind::Load:
    if (at.place.kind == PlaceKind::Scalar)
      other(at.place.which, static_cast<unsigned>(shape.scalars.size()));
    break;
  case Kind::Lock:
    if (const auto release = releaseOf(spot)) {
      const unsigned mutex = (at.object + 1) % static_cast<unsigned>(shape.mutexes.size());
      (*spot.block)[*release].object = mutex;
      at.object = mutex;
    }
    break;
  default:
    break;
  }
}

/// A mutex that nothing else uses, around a statement.
void wrap(Shape &shape, const Spot &spot) {
  Statement lock, unlock;
  lock.kind = Kind::Lock;
  unlock.kind = Kind::Unlock;
  lock.object = unlock.object = static_cast<unsigned>(shape.mutexes.size());
  shape.mutexes.push_back(MutexType::Normal);
  const auto at = spot.block->begin() + static_cast<std::ptrdiff_t>(spot.index);
  spot.block->insert(at + 1, unlock);
  spot.block->insert(spot.block->begin() + static_cast<std::ptrdiff_t>(spot.index), lock);
}

bool livesOrLeaves(Kind kind) {
  return kind == Kind::Create || kind == Kind::CreateAll || kind == Kind::Join ||
         kind == Kind::JoinAll || kind == Kind::Detach || kind == Kind::Leave;
}

} // namespace

Shape changed(Shape shape, std::uint64_t seed) {
  Random random(seed ^ 0x5DEECE66D);
  std::vector<Spot> spots;
  for (Block &block : shape.threads)
    collect(block, spots);
  for (Block &block : shape.functions)
    collect(block, spots);
  std::vector<Spot> synchronising, movable;
  for (const Spot &spot : spots) {
    if (synchronises(spot.at().kind))
      synchronising.push_back(spot);
    if (spot.index + 1 < spot.block->size() && !livesOrLeaves(spot.at().kind) &&
        !livesOrLeaves((*spot.block)[spot.index + 1].kind))
      movable.push_back(spot);
  }
  std::vector<Spot> plain;
  for (const Spot &spot : spots)
    if (spot.at().kind == Kind::Load || spot.at().kind == Kind::Store ||
        spot.at().kind == Kind::Update)
      plain.push_back(spot);
  if (!plain.empty() && random.chance(15)) {
    wrap(shape, random.pick(plain));
  } else if (!spots.empty() && random.chance(30)) {
    alter(shape, random.pick(spots), random);
  } else if (!synchronising.empty() && (movable.empty() || random.chance(75))) {
    takeOut(random.pick(synchronising));
  } else if (!movable.empty()) {
    const Spot &spot = random.pick(movable);
    std::swap(spot.at(), (*spot.block)[spot.index + 1]);
  }
  return shape;
}

} // namespace heddle::property
