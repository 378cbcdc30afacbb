// One version of a program, as the rules see it: threads, and statements of them.
//
// A statement is one thread at one access or synchronisation operation, in one context of calls.
// Threads that are made at one place count as often as it takes to tell what two of them do to each
// other from what one does by itself: two for each edge that is asked for.
#pragma once

#include "analysis/call_sites.h"
#include "diff/difference.h"
#include "diff/graph_order.h"
#include "diff/thread_graph.h"
#include "diff/variables.h"

#include <memory>

namespace heddle::diff {

using StatementId = std::uint32_t;
/// The store of initial values.
inline constexpr StatementId initialStatement = 0;

/// What the statement is besides an access.
enum class StatementKind : std::uint8_t {
  Initial,
  Access,
  Create,  ///< Of a thread.
  Join,    ///< A join has been passed.
  Release, ///< Sends what others wait for.
  Acquire, ///< A wait has been passed.
  Merge,   ///< Ways come together on all of which a wait has been passed.
};

struct ThreadInstance {
  analysis::StaticThread kind = 0;
  unsigned copy = 0;
  std::string routine; ///< What of the user's own code it begins with: "worker".
  std::string name;    ///< "main", "T1 worker", "T1b worker".
};

struct Statement {
  std::uint32_t thread = 0; ///< Instance; of the initial one that of main.
  StatementKind kind = StatementKind::Access;
  GraphNode node = 0;
  std::uint32_t position = 0; ///< Rises within a node.
  Occurrence where;
  program::LocationId user = program::noLocation; ///< In the user's own code.
  const MemoryUse *use = nullptr;
};

struct VersionOptions {
  bool allAccesses = false;
  /// What these instructions access takes part even if one thread alone does.
  const llvm::DenseSet<const llvm::Instruction *> *also = nullptr;
  bool spurious = false; ///< Waits may end without a signal.
  unsigned edges = 1;    ///< How many edges are looked at together.
  std::size_t mostNodes = 200'000;
  std::size_t mostPieces = 256; ///< Of one object; with more all of it is one.
};

/// A wait for one statement: when the acquire is passed, the release has been.
struct Need {
  StatementId release = 0;
  StatementId acquire = 0;
  std::size_t link = 0; ///< Of Version::links().
};

class Version {
public:
  Version(const program::Program &program, const VersionOptions &options);
  /// With analyses that are there already, for the same `spurious`.
  Version(std::shared_ptr<const analysis::Study> study, const VersionOptions &options);
  Version(const Version &) = delete;
  Version &operator=(const Version &) = delete;

  const program::Program &program() const { return study.program; }
  std::span<const ThreadInstance> threads() const { return instances; }
  std::span<const Statement> statements() const { return all; }
  const Variables &variables() const { return memory; }
  const ThreadGraph &graphOf(std::uint32_t thread) const { return *graphs[instances[thread].kind]; }
  const GraphOrder &orderOf(std::uint32_t thread) const { return *orders[instances[thread].kind]; }
  std::span<const StatementId> statementsOf(std::uint32_t thread) const { return members[thread]; }
  std::span<const analysis::OrderLink> links() const { return orderLinks; }
  std::span<const Need> needs() const { return allNeeds; }
  struct ThreadFact {
    StatementId at;
    std::uint32_t other; ///< The thread created or joined.
  };
  std::span<const ThreadFact> creations() const { return created; }
  std::span<const ThreadFact> joins() const { return joined; }
  std::size_t nodeCount() const; ///< Of all threads.
  /// How many edges there would be if every load could see every store of its variable.
  std::uint64_t mostEdges() const;
  /// What was left out.
  const std::vector<Gap> &gaps() const { return leftOut; }
  /// The locks that a statement surely holds, with the sections they are held in.
  struct Held {
    analysis::LockId lock = 0;
    bool isReading = false;
    /// Equal for statements of a thread that hold it in one critical section; none if not known.
    std::optional<std::pair<analysis::SectionId, ContextId>> section;
  };
  const std::vector<Held> &heldAt(StatementId id) const { return heldBy[id]; }
  /// A name for people for what the statement accesses, of which the variable is a piece.
  std::string nameAt(StatementId id, VariableId variable) const;
  /// "T1 worker at a.c:12: write of x": for people.
  std::string describe(StatementId id) const;

private:
  std::shared_ptr<const analysis::Study> shared;

public:
  const analysis::Study &study;

private:
  enum class Role : std::uint8_t { Create, Release, Acquire };
  struct Roles {
    bool creates = false, joins = false, releases = false, acquires = false;
  };
  void findInterest();
  void addThreads();
  std::string routineOf(analysis::StaticThread kind, const analysis::CallSites &sites) const;
  void addStatements(std::uint32_t thread);
  StatementId add(Statement statement);
  void addNeeds();
  void addNeeds(std::size_t link);
  void findMerges();
  void findMerges(std::uint32_t thread, const std::vector<StatementId> &releases);
  std::vector<Held> findHeld(StatementId id) const;
  bool comesFirst(StatementId one, StatementId other) const;
  void findGaps();
  std::vector<StatementId> statementsAt(const analysis::OrderPoint &point,
                                        StatementKind kind) const;

  VersionOptions options;
  CalledBack calledBack;
  std::vector<analysis::OrderLink> orderLinks;
  Variables memory;
  Interest interest;
  std::vector<std::unique_ptr<ThreadGraph>> graphs; ///< By kind.
  std::vector<std::unique_ptr<GraphOrder>> orders;
  std::vector<ThreadInstance> instances;
  std::vector<std::vector<StatementId>> members; ///< By thread.
  /// What instructions and edges are to the links, by whether a call begins or is done.
  std::map<std::pair<const void *, const void *>, Roles> atDone, atBegin;
  std::vector<Statement> all;
  std::vector<Need> allNeeds;
  std::vector<ThreadFact> created, joined;
  std::vector<Gap> leftOut;
  std::vector<std::vector<Held>> heldBy; ///< By statement.
};

} // namespace heddle::diff
