// Which accesses another thread can meet: those for which there is another one, of another thread,
// that may happen at the same time, may touch the same bytes, and one of the two writes.
//
// Giving memory back counts as a write of all of it, and so does the end of a local variable. What
// may happen at the same time is for parallel.h to say. An access of an object that only its thread
// knows, by then or for good, meets nobody.
//
// It over-approximates, and is silent where points_to.h is: an access through a pointer that is not
// known to point anywhere is said to meet others, and what it would meet is not known.
#pragma once

#include "analysis/parallel.h"

#include <llvm/ADT/DenseSet.h>

namespace heddle::analysis {

class Sharing {
public:
  static Sharing analyse(const PointsTo &pointers, const Threads &threads,
                         const Parallel &parallel);

  /// Whether an access that a thread of this kind makes there may meet one of another thread.
  bool isVisible(StaticThread thread, const llvm::Instruction &at) const;
  /// The same for any thread.
  bool isVisible(const llvm::Instruction &at) const { return meeting.contains(&at); }
  /// Whether all that the VM does there are accesses, and none of them meets another thread.
  bool isPrivate(const llvm::Instruction &at) const { return alone.contains(&at); }

  /// Whether threads run through something that others can meet: the end of a local variable or of
  /// a thread, the making of a key. A search stops before it only where an access comes before it,
  /// so that no access may be left out.
  bool hasSilentMeetings() const { return silent; }

  /// The objects that are accessed so.
  const llvm::BitVector &sharedObjects() const { return shared; }
  std::size_t visibleCount() const { return meeting.size(); }
  std::size_t privateCount() const { return alone.size(); }

private:
  friend class SharingFinder;
  llvm::DenseMap<const llvm::Instruction *, llvm::BitVector> meeting; ///< Whose access it is.
  llvm::DenseSet<const llvm::Instruction *> alone;
  llvm::BitVector shared;
  bool silent = false;
};

} // namespace heddle::analysis
