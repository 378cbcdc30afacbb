// The one result object: every command fills it, every format prints it.
#pragma once

#include "report/explanation.h"
#include "support/exit_codes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::report {

enum class Verdict { None, Bug, Safe, Unknown, Reached, Unreachable, Different, Equal };
std::string_view name(Verdict verdict);

struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  bool library = false;     ///< A model or library header: hidden unless --full-stacks.
  unsigned instruction = 0; ///< Of the function, from 1, where no line is known.
};

/// One place that takes part in a finding: an access of a race, a blocked thread of a deadlock.
struct Participant {
  Place place;
  std::string role; ///< "write", "read", "waits for lock b, holds lock a", "freed here".
  unsigned thread = 0;
  std::vector<Place> stack; ///< Innermost first.
  /// The last one of that thread there.
  std::optional<std::size_t> event = {}; // NOLINT(readability-redundant-member-init)
};

struct Thread {
  unsigned id = 0;
  std::string name;     ///< "main", "T1".
  std::string function; ///< Its start routine.
};

/// An edge between two events: the later one has it.
struct Link {
  std::string kind; ///< trace::name(LinkKind): "reads-from", "lock", "create".
  std::size_t from = 0;
};

/// One row of the interleaving.
struct Event {
  unsigned thread = 0;
  Place place;
  std::string kind;              ///< program::name(OpKind).
  std::string object;            ///< "balance", "mutex m".
  std::string text;              ///< "balance = 100", "reads balance: 100", "locks m".
  std::vector<std::string> held; ///< Locks held after it.
  std::vector<Place> stack;
  // The initialisers let whoever lists the fields leave out the last ones.
  // NOLINTBEGIN(readability-redundant-member-init)
  std::string value = {};             ///< Of memory: read, or there afterwards.
  std::string before = {};            ///< Of memory that is written: what was there.
  std::optional<unsigned> other = {}; ///< The thread created, joined or woken.
  std::vector<Link> links = {};
  // NOLINTEND(readability-redundant-member-init)
};

struct Finding {
  std::string kind; ///< One of the names in interface.md's JSON contract.
  std::string message;
  Place place;
  std::vector<Thread> threads;
  std::vector<Participant> participants;
  std::vector<std::pair<std::string, std::string>> inputs;
  bool areInputsSmallest = true; ///< If not, the solver could not tell whether smaller ones do.
  std::vector<Event> events;
  unsigned switches = 0;
  std::string output; ///< What the program printed up to there.
  std::string test;   ///< Path of the .heddle file.
  std::string native; ///< What was seen on real threads; empty if it was not run on them.
};

struct Incomplete {
  std::string reason; ///< "max-steps", "time", "unsupported-function", ...
  std::string detail; ///< For people: "no model for function frobnicate".
  Place place;
};

struct Stats {
  std::uint64_t executions = 0;
  std::uint64_t pruned = 0;
  std::uint64_t blocked = 0;
  std::uint64_t states = 0;
  std::uint64_t instructions = 0;
  std::uint64_t solverCalls = 0;
  double seconds = 0;
  double peakMemoryMb = 0;
  /// Counters of the rooms, printed by --stats: ("undo_log_bytes", "4096").
  std::vector<std::pair<std::string, std::string>> more;
};

struct Access {
  std::string kind;
  Place place;
  std::string variable;
};

struct SharedGlobal {
  std::string name;
  Place place;
  std::vector<std::string> functions; ///< That touch it directly.
};

struct ThreadEntry {
  std::string function;
  std::vector<Place> creations;
  bool inLoop = false;
};

/// What `heddle inspect` shows.
struct Inspection {
  std::vector<ThreadEntry> threads;
  std::vector<SharedGlobal> sharedGlobals;
  std::vector<Access> accesses;
};

/// One side of a pair of accesses, or of a deadlock.
struct PairSide {
  Place place;
  std::string thread;             ///< StaticThread::name.
  std::string access;             ///< "read", "write", "lock", "wait", "signal".
  std::string library;            ///< What of a library does it; empty if it is no library.
  std::optional<Place> caller;    ///< Where its function is called.
  std::vector<std::string> locks; ///< Surely held.
};

struct AccessPair {
  std::string kind; ///< "RW", "MM", "WM", "WN".
  std::string variable;
  PairSide a;
  PairSide b;
  bool isProtected = false;
  std::string why; ///< "both hold m", "both are atomic", "ordered by …"; empty if nothing does.
};

/// Threads that may wait for each other in a circle.
struct LockCycle {
  struct Link {
    std::string thread;
    std::string held;
    std::string wanted;
    Place heldAt;
    Place wantedAt;
  };
  std::vector<Link> links;
};

/// A wait for a condition that may last for ever.
struct WaitWarning {
  std::string variable;
  PairSide wait;
  std::optional<PairSide> signal; ///< That may come first; none if there is none at all.
};

/// Edges between named things, for Graphviz.
struct Graph {
  struct Edge {
    std::string from;
    std::string to;
    std::string label;
  };
  std::string name; ///< "lock-order".
  bool isDirected = true;
  std::vector<std::string> nodes;
  std::vector<Edge> edges;
};

/// A thread as it is known without running the program.
struct StaticThread {
  std::string name;     ///< "main", "T1 worker".
  std::string function; ///< Its start routine.
  std::optional<Place> creation;
  bool isMany = false; ///< There may be several of them.
};

/// What `heddle pairs` shows.
struct PairReport {
  std::vector<StaticThread> threads;
  std::vector<AccessPair> pairs;
  std::vector<LockCycle> deadlocks;
  std::vector<WaitWarning> waits;
  std::vector<Graph> graphs;
  std::size_t inside = 0; ///< Pairs of which one side is a library's alone, and which are left out.
  bool showsAll = false;  ///< In the text too: protected ones, and however many.
};

/// An edge of a difference between two versions.
struct DiffEdge {
  std::string variable;
  std::optional<Place> write; ///< None for the initial value.
  Place read;                 ///< Of a store order the later write.
  std::string writer;         ///< Threads that do it.
  std::string reader;
  // In the other version, where it has them.
  std::optional<Place> writeElsewhere;
  std::optional<Place> readElsewhere;
};

struct DiffDifference {
  std::string onlyIn; ///< "old", "new".
  unsigned rank = 1;
  std::string relation; ///< "rf", "so".
  std::vector<DiffEdge> edges;
  std::string status; ///< "open", "confirmed", "refuted".
  std::string test;
  std::string why;
  std::string shown;    ///< What executions say, if they were asked.
  bool isApart = false; ///< One end was added or removed.
  bool counts = true;   ///< It makes the versions different.
};

struct DiffLockCycle {
  std::string onlyIn;
  LockCycle cycle;
  std::string why;
};

struct DiffThread {
  std::string kind; ///< "created", "joined".
  std::string onlyIn;
  std::string routine;
  Place place;
  Place creation;
};

/// Accesses that a lock keeps apart in one version alone.
struct DiffExclusion {
  struct Access {
    Place place; ///< In the version that lets them meet.
    std::optional<Place> elsewhere;
    std::string thread;
    std::string what; ///< "write of x".
  };
  std::string kind; ///< "overlap": of two accesses; "split": the third comes between the others.
  std::string onlyIn;
  std::string variable;
  std::vector<Access> accesses;
  std::string why;
};

struct DiffStatement {
  std::string onlyIn;
  std::string what;
  Place place;
};

/// A relation that the user's own rules derive.
struct DiffRelation {
  std::string side;
  std::string name;
  std::vector<std::vector<std::string>> rows;
};

/// What `heddle diff` shows.
struct DiffReport {
  std::string old; ///< How the versions were named.
  std::string current;
  unsigned firstRank = 1;   ///< From which
  unsigned rank = 1;        ///< up to which was compared.
  std::string relationship; ///< "new refines old".
  std::vector<DiffDifference> differences;
  std::vector<DiffLockCycle> lockOrder;
  std::vector<DiffThread> threads;
  std::vector<DiffExclusion> exclusion;
  std::vector<DiffStatement> statements;
  std::vector<DiffRelation> relations;
};

/// A write and a read of shared memory.
struct DefusePair {
  std::string variable;
  std::optional<Place> write; ///< None for the initial value.
  Place read;
  std::string status; ///< "observed", "inferred", "infeasible", "open".
  std::string test;
  bool isRemote = false; ///< In the execution of its test another thread wrote it.
  std::string why;       ///< Of one that is open.
};

/// Sides of branches that lead to a write and to a read.
struct DefuseBranchPair {
  Place write;
  bool writeSide = false;
  Place read;
  bool readSide = false;
  bool isCovered = false;
};

/// A habit of a read that executions break (paper 000, section I).
struct DefuseInvariant {
  std::string kind; ///< "local-remote", "follower", "definition-set".
  Place read;
  std::string variable;
  std::vector<std::size_t> pairs; ///< That show it, by number.
  std::string why;
};

/// What `heddle defuse` shows.
struct DefuseReport {
  std::vector<DefusePair> pairs; ///< By read, then by write.
  std::vector<DefuseBranchPair> branchPairs;
  std::vector<DefuseInvariant> invariants;
  std::uint64_t guided = 0;     ///< Executions of the paper's algorithm,
  std::uint64_t completing = 0; ///< of the completing rounds,
  std::uint64_t searched = 0;   ///< and of a search for all, if there was one.
  std::uint64_t inferred = 0;   ///< Pairs that predictive analysis found,
  std::uint64_t replayed = 0;   ///< and those that came when they were run.
  std::string database;
  bool showsAll = false; ///< In the text too: infeasible ones.
};

/// A step of the way that executions were led along to a target.
struct ReachStep {
  Place place;
  std::string what; ///< "calls check", "branch", "takes a lock".
  std::size_t target = 0;
  unsigned segment = 0; ///< Steps to one target with the same number are for one thread.
  bool isPassed = false;
};

/// A branch that went the wrong way.
struct ReachBlock {
  Place place;
  std::string thread;
  std::vector<std::pair<std::string, std::string>> values; ///< What its condition read.
  unsigned times = 0;
};

/// One thing that `heddle reach` was asked: whether threads can stand at these places at once.
struct ReachQuestion {
  std::vector<std::string> targets; ///< "account.c:12"
  std::string status = "open";      ///< "reached", "unreachable", "open".
  std::string by;                   ///< What answered: "guided", "dpor".
  std::string test;                 ///< If it was reached.
  std::string message;              ///< What it is about: "data race".
  std::string warning;              ///< The words of another tool, if it comes from there.
  std::string why;                  ///< A sentence: how it is known, or what got in the way.
  // Of the guided search.
  std::uint64_t states = 0;
  unsigned refinements = 0;
  std::size_t traceSets = 0;
  std::size_t length = 0;
  std::vector<ReachStep> steps; ///< The way that led, or the farthest one.
  std::vector<ReachBlock> blocks;
};

/// What `heddle reach` shows.
struct ReachReport {
  std::vector<ReachQuestion> questions;
  std::vector<Graph> graphs;
};

/// A part of a search.
struct Phase {
  std::string strategy;
  std::uint64_t executions = 0;
  unsigned workers = 1;
};

/// Why no two threads race, as far as the program's text tells.
struct RaceArgument {
  struct Lock {
    std::string name;
    std::size_t pairs = 0;
  };
  struct Order {
    std::string kind; ///< "join", "semaphore".
    std::string name; ///< Of what they meet at; empty if that has none.
    Place release;
    Place acquire;
  };
  std::size_t pairs = 0; ///< Of accesses that conflict; the rest: by what they do not race.
  std::size_t locked = 0;
  std::size_t own = 0;
  std::size_t atomic = 0;
  std::size_t ordered = 0;
  std::vector<Lock> locks;
  std::vector<Order> orders;
};

/// What became of a pair of operations in a search that they led.
struct PairOutcome {
  struct Side {
    Place place;
    std::string access; ///< program::name(OpKind).
  };
  std::string kind;     ///< "RW", "WN", "WM", "WW", "MM", "SY".
  std::string variable; ///< Empty if it has no name.
  Side a;
  Side b;
  std::string status; ///< "harmful", "benign", "one-order", "infeasible", "not-reached".
  std::string reason; ///< "branch", "call", "address", "blocked"; empty if there is none.
  std::string why;    ///< A sentence; empty if there is nothing to say.
  bool isFocused = false;
  // Of a harmful one.
  std::string failure; ///< A kind of finding.
  std::optional<Place> failedAt;
  std::string test;
};

struct Result {
  std::string command;
  std::vector<std::string> files; ///< Of the program, named as places name them.
  Verdict verdict = Verdict::None;
  std::string strategy;      ///< By which was searched, if it was.
  std::vector<Phase> phases; ///< What that did, in this order, if it was more than one thing.
  std::vector<std::string> covers;
  /// By what each of them is: ("race", "dpor").
  std::vector<std::pair<std::string, std::string>> by;
  std::optional<RaceArgument> raceFree;
  std::optional<std::vector<PairOutcome>> pairOutcomes; ///< If it was led by pairs.
  std::vector<std::string> assumes;
  std::vector<Incomplete> incomplete;
  std::vector<std::string> notes; ///< What else is worth knowing: a sentence each.
  std::vector<Finding> findings;
  std::optional<Inspection> inspection;
  std::optional<PairReport> pairs;
  std::optional<DiffReport> diff;
  std::optional<DefuseReport> defuse;
  std::vector<Explanation> explanations; ///< Of `explain`.
  std::optional<ReachReport> reach;
  std::optional<std::string> output; ///< `run`: what the program printed.
  Stats stats;
};

/// What the verdict says to the shell. Commands whose question has an answer of another kind
/// (inspect) leave the verdict None.
support::ExitCode exitCode(const Result &result);

/// Whether two accesses may be a race.
bool isRaceCandidate(const AccessPair &pair);
/// Whether there is a pair that may be a race, or locks that may be a deadlock.
bool hasCandidates(const PairReport &report);

/// Bugs that are no race first, then in the order of the source: the same whoever found them when.
void sortFindings(Result &result);

/// "main", or "T1 deposit": the thread of the finding as reports name it.
std::string shownThread(const Finding &finding, unsigned thread);

/// Whether one thread is at fault; other places then tell what led to it.
bool failsAlone(const Finding &finding);

/// Where an execution ends: a thread that cannot go on.
struct End {
  unsigned thread = 0;
  Place place;
  std::string why; ///< "assertion", "waits for lock b".
};
/// Those of the finding. The accesses of a race stand among the operations.
std::vector<End> endsOf(const Finding &finding);

/// "account.c:9:11", as much of it as is known; "deposit, instruction 3" if no file is.
std::string shown(const Place &place);

} // namespace heddle::report
