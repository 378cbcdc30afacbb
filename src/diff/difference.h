// What comparing two versions of a program finds: read-from edges, alone or several in one
// execution, that one version allows and the other does not.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::diff {

enum class Side : std::uint8_t { Old, New };
constexpr Side otherSide(Side side) {
  return side == Side::Old ? Side::New : Side::Old;
}
/// "old", "new".
std::string_view name(Side side);

enum class Status : std::uint8_t {
  Open,      ///< Possible as far as is known without running it.
  Confirmed, ///< An execution shows it.
  Refuted,   ///< All executions within the bounds were looked at, and none shows it.
};
/// "open", "confirmed", "refuted".
std::string_view name(Status status);

/// What the edges of a difference relate.
enum class RelationKind : std::uint8_t {
  ReadsFrom,  ///< A read gets the value that a write wrote.
  StoreOrder, ///< A write comes before another one of the same variable (`--relation so`).
};

/// One edge. Locations are in the user's own code, as vm::Seen has them: of what a library does,
/// the call that leads to it.
struct Edge {
  std::string variable;   ///< For people: "x", "q->head".
  bool isInitial = false; ///< The read sees what was there before any write; then `write` is none.
  program::LocationId write = program::noLocation; ///< In the version that allows the edge.
  program::LocationId read = program::noLocation;  ///< Likewise; of a store order the later write.
  // The same statements in the other version; none for one that was added or removed.
  program::LocationId writeElsewhere = program::noLocation;
  program::LocationId readElsewhere = program::noLocation;
  // Threads that do it, for people: "main", "T1 worker". There may be others.
  // The initialisers let whoever lists the fields leave out these.
  // NOLINTBEGIN(readability-redundant-member-init)
  std::string writer = {};
  std::string reader = {};
  // NOLINTEND(readability-redundant-member-init)
};

struct Difference {
  Side onlyIn = Side::Old;
  unsigned rank = 1;
  RelationKind relation = RelationKind::ReadsFrom;
  /// As many as the rank. All are in one execution, and their reads come in this order.
  std::vector<Edge> edges;
  Status status = Status::Open;
  std::string why;   ///< What makes it impossible in the other version: a sentence.
  std::string test;  ///< The path of a test file that shows it, once it is confirmed.
  std::string shown; ///< What executions say: a sentence; empty if none was looked at.
  /// A statement at one end was added or removed, so that the other version cannot have the edge.
  bool isApart = false;

  /// Whether it makes the versions different. What only an added or removed read sees does not, nor
  /// what it gets from a write that is new too.
  bool counts() const;
};

/// Locks that threads may wait for in a circle, in one version and not in the other.
struct LockCycleDifference {
  struct Link {
    std::string thread;
    std::string held;
    std::string wanted;
    program::LocationId heldAt = program::noLocation;
    program::LocationId wantedAt = program::noLocation;
  };
  Side onlyIn = Side::Old;
  std::vector<Link> links;
  std::string why;
};

/// A thread that is created, or waited for, in one version and not in the other.
struct ThreadDifference {
  enum class Kind : std::uint8_t { Created, Joined };
  Kind kind = Kind::Joined;
  Side onlyIn = Side::Old;
  std::string routine;
  program::LocationId at = program::noLocation;       ///< Where, in the version that does.
  program::LocationId creation = program::noLocation; ///< In the version `onlyIn`.
};

/// What locks, orders and conditions forbid in one version and not in the other.
struct ExclusionDifference {
  enum class Kind : std::uint8_t {
    Overlap,   ///< Two threads may be at the two accesses at the same time.
    Split,     ///< Between two accesses of one thread another one may come with the third.
    Order,     ///< Two accesses may come in either order.
    Condition, ///< An access does not hang on what a read sees.
    WakeUp,    ///< Threads that wait are woken, or all of them and not one.
    Count,     ///< A semaphore or barrier lets more through.
  };
  struct Access {
    program::LocationId at = program::noLocation;        ///< In the version `onlyIn`.
    program::LocationId elsewhere = program::noLocation; ///< In the other one.
    std::string thread;
    std::string what; ///< "read of x", "write of x".
  };
  Kind kind = Kind::Overlap;
  Side onlyIn = Side::Old; ///< The version that lets them.
  std::string variable;    ///< Of the first access.
  std::vector<Access> accesses;
  std::string why; ///< What keeps them apart in the other version: a sentence.
};
/// "overlap", "split", "order", "condition", "wake-up", "count".
std::string_view name(ExclusionDifference::Kind kind);

/// A statement that accesses shared memory or synchronises, and that one version has alone.
struct StatementChange {
  Side onlyIn = Side::Old;
  program::LocationId at = program::noLocation;
  std::string what; ///< "write of x", "lock a".
};

/// How the versions relate, up to a rank.
enum class Relationship : std::uint8_t {
  Unknown,       ///< Something was left out.
  Equivalent,    ///< No difference in either direction.
  NewRefinesOld, ///< All that the new one does, the old one does too.
  OldRefinesNew,
  Neither,
};
std::string_view name(Relationship relationship);

/// Why something was left out, so that the versions cannot be called equal.
struct Gap {
  std::string reason; ///< "unsupported-function", "rank-cap", "time", …
  std::string detail;
  Side side = Side::Old;
  program::LocationId at = program::noLocation;
};

/// Figures of one version.
struct VersionFigures {
  std::size_t threads = 0;
  std::size_t statements = 0; ///< Thread instances at accesses and synchronisation operations.
  std::size_t accesses = 0;   ///< Of them, those of shared memory.
  std::uint64_t mustHb = 0;
  std::uint64_t mayHb = 0;
  std::uint64_t mayRf = 0;
};

/// An output relation of the user's own rules, in one version.
struct DerivedRelation {
  Side side = Side::Old;
  std::string name;
  std::vector<std::vector<std::string>> rows;
};

struct Comparison {
  unsigned firstRank = 1; ///< From which
  unsigned rank = 0;      ///< up to which was compared.
  std::vector<Difference> differences;
  std::vector<LockCycleDifference> lockOrder;
  std::vector<ThreadDifference> threads;
  std::vector<ExclusionDifference> exclusion;
  std::vector<StatementChange> statements;
  std::vector<Gap> gaps;
  /// Something changed, and what comes of it is not known: without a difference they need not be
  /// equal.
  std::optional<Gap> unexplained;
  bool isCutShort = false; ///< It was cancelled: what was not looked at may differ too.
  std::vector<DerivedRelation> derived;
  VersionFigures figures[2]; ///< By Side.
};

/// Whether something that makes the versions different is known.
bool hasDifference(const Comparison &comparison);
/// Whether what is known besides lost and gained exclusion does: that says nothing of what comes of
/// it, so that a higher rank may still tell.
bool hasConsequence(const Comparison &comparison);
Relationship relationshipOf(const Comparison &comparison);
/// Why it is not known whether they are equal; empty if that is known.
std::vector<Gap> gapsOf(const Comparison &comparison);

} // namespace heddle::diff
