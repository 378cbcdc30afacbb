// What definition-use testing found, as an SQLite database: docs/defuse-database.md describes its
// tables. Each pair is written when it is decided, so that a run that is interrupted can be gone on
// from.
#pragma once

#include "defuse/campaign.h"
#include "support/outcome.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::defuse {

/// An answer of the database.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

class Database {
public:
  static constexpr int schema = 1;

  /// Opens it to be written; makes it if it is not there.
  static support::Outcome<Database> create(const std::string &path);
  /// Opens one that is there, to be read.
  static support::Outcome<Database> open(const std::string &path);
  Database(Database &&) noexcept;
  Database &operator=(Database &&) noexcept;
  ~Database();

  /// What a run is about. Forgets what is there if that is about something else; else gives the
  /// pairs that it has tests for.
  struct Known {
    Status status = Status::Open;
    bool isRemote = false;
    bool isLocal = false;
    std::string test;
  };
  support::Outcome<std::map<PairKey, Known>> begin(const program::Program &program,
                                                   const std::string &settings);
  support::Done put(const FoundPair &pair, const std::string &test);
  support::Done putBranchPairs(const std::vector<FoundBranchPair> &pairs);
  /// Reads that break an invariant; the pairs show it.
  struct Invariant {
    std::string kind;
    program::LocationId read = program::noLocation;
    std::string why;
    std::vector<PairKey> pairs;
  };
  support::Done putInvariants(const std::vector<Invariant> &invariants);
  support::Done finish(bool isComplete);

  /// An SQL question; `?` stands for the parameters.
  support::Outcome<Table> ask(const std::string &sql,
                              const std::vector<std::string> &parameters = {});

private:
  struct State;
  explicit Database(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::defuse
