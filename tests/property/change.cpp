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
  if (!synchronising.empty() && (movable.empty() || random.chance(75))) {
    takeOut(random.pick(synchronising));
  } else if (!movable.empty()) {
    const Spot &spot = random.pick(movable);
    std::swap(spot.at(), (*spot.block)[spot.index + 1]);
  }
  return shape;
}

} // namespace heddle::property
