#include "defuse/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>

namespace heddle::defuse {

using support::Done;
using support::Failure;

namespace {

constexpr const char *tables = R"(
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS locations (
  id INTEGER PRIMARY KEY, function TEXT, ordinal INTEGER, file TEXT, line INTEGER,
  col INTEGER, source TEXT);
CREATE TABLE IF NOT EXISTS variables (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS pairs (
  id INTEGER PRIMARY KEY, variable INTEGER REFERENCES variables,
  write INTEGER REFERENCES locations, read INTEGER NOT NULL REFERENCES locations,
  status TEXT NOT NULL, remote INTEGER, local INTEGER, test TEXT, why TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS ends ON pairs (ifnull(write, -1), read);
CREATE TABLE IF NOT EXISTS branch_pairs (
  write_branch INTEGER REFERENCES locations, write_side INTEGER,
  read_branch INTEGER REFERENCES locations, read_side INTEGER, covered INTEGER);
CREATE TABLE IF NOT EXISTS invariants (
  id INTEGER PRIMARY KEY, kind TEXT, read INTEGER REFERENCES locations, why TEXT);
CREATE TABLE IF NOT EXISTS invariant_pairs (
  invariant INTEGER REFERENCES invariants, pair INTEGER REFERENCES pairs);
CREATE VIEW IF NOT EXISTS flows AS
  SELECT pairs.id, variables.name AS variable, status, remote, local, test, why,
         w.file AS write_file, w.line AS write_line, w.function AS write_function,
         w.source AS write_source,
         r.file AS read_file, r.line AS read_line, r.function AS read_function,
         r.source AS read_source
  FROM pairs JOIN variables ON variables.id = pairs.variable
       LEFT JOIN locations w ON w.id = pairs.write JOIN locations r ON r.id = pairs.read;
)";

std::optional<Status> statusNamed(const std::string &text) {
  for (const Status status : {Status::Open, Status::Observed, Status::Inferred, Status::Infeasible})
    if (text == name(status))
      return status;
  return std::nullopt;
}

std::string numberOf(program::LocationId id) {
  return id == program::noLocation ? std::string() : std::to_string(id);
}

} // namespace

struct Database::State {
  State(std::string name, sqlite3 *handle) : name(std::move(name)), handle(handle) {}
  ~State() { sqlite3_close(handle); }
  State(const State &) = delete;
  State &operator=(const State &) = delete;

  Failure failure() const {
    return {fmt::format("database '{}': {}", name, sqlite3_errmsg(handle)), {}};
  }
  Done execute(const char *sql) {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
      return failure();
    return support::done();
  }
  Done putLocation(program::LocationId id);
  Done run(const std::string &sql, const std::vector<std::string> &parameters) {
    const auto table = ask(sql, parameters);
    return table ? support::done() : Done(table.failure());
  }
  support::Outcome<Table> ask(const std::string &sql, const std::vector<std::string> &parameters);

  std::string name;
  sqlite3 *handle;
  const program::Program *program = nullptr;
};

/// An empty parameter is NULL.
support::Outcome<Table> Database::State::ask(const std::string &sql,
                                             const std::vector<std::string> &parameters) {
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    Failure failed = failure();
    const int offset = sqlite3_error_offset(handle);
    if (offset >= 0)
      failed.message = fmt::format("query:{}: {}", offset + 1, sqlite3_errmsg(handle));
    return failed;
  }
  if (!statement)
    return Failure{"the query is empty", {}};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!parameters[i].empty())
      sqlite3_bind_text(statement, static_cast<int>(i + 1), parameters[i].c_str(), -1,
                        SQLITE_TRANSIENT);
  Table table;
  for (int i = 0; i < sqlite3_column_count(statement); ++i)
    table.columns.emplace_back(sqlite3_column_name(statement, i));
  int step = SQLITE_DONE;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
    std::vector<std::string> &row = table.rows.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const auto *text = sqlite3_column_text(statement, static_cast<int>(i));
      row.emplace_back(text ? reinterpret_cast<const char *>(text) : "");
    }
  }
  if (step != SQLITE_DONE) {
    Failure failed = failure();
    sqlite3_finalize(statement);
    return failed;
  }
  sqlite3_finalize(statement);
  return table;
}

Done Database::State::putLocation(program::LocationId id) {
  if (id == program::noLocation)
    return support::done();
  const program::Location &location = program->location(id);
  const program::Place place = program->place(id);
  return run("INSERT OR IGNORE INTO locations VALUES (?, ?, ?, ?, ?, ?, ?)",
             {std::to_string(id), program->functions()[location.function].name,
              std::to_string(location.ordinal), place.file, std::to_string(place.line),
              std::to_string(place.column), std::string(program->sourceLine(id))});
}

Database::Database(std::unique_ptr<State> state) : state(std::move(state)) {}
Database::Database(Database &&) noexcept = default;
Database &Database::operator=(Database &&) noexcept = default;
Database::~Database() = default;

support::Outcome<Database> Database::create(const std::string &path) {
  std::error_code error;
  if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty())
    std::filesystem::create_directories(parent, error);
  sqlite3 *handle = nullptr;
  const int opened =
      sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  auto state = std::make_unique<State>(path, handle);
  if (opened != SQLITE_OK)
    return state->failure();
  // A run that is killed loses nothing that matters; one that loses its power may.
  if (Done made = state->execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL;"); !made)
    return made.failure();
  if (Done made = state->execute(tables); !made)
    return made.failure();
  return Database(std::move(state));
}

support::Outcome<Database> Database::open(const std::string &path) {
  if (!std::filesystem::exists(path))
    return Failure{fmt::format("no database '{}'", path),
                   "'heddle defuse' makes one; it says where"};
  sqlite3 *handle = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
  auto state = std::make_unique<State>(path, handle);
  if (opened != SQLITE_OK)
    return state->failure();
  const auto version = state->ask("SELECT value FROM about WHERE key = 'schema'", {});
  if (!version || version->rows.empty())
    return Failure{fmt::format("'{}' is no database of definition-use pairs", path), {}};
  if (version->rows.front().front() != std::to_string(schema))
    return Failure{fmt::format("database '{}' has schema {}; this version of heddle reads {}", path,
                               version->rows.front().front(), schema),
                   {}};
  return Database(std::move(state));
}

support::Outcome<std::map<PairKey, Database::Known>>
Database::begin(const program::Program &program, const std::string &settings) {
  state->program = &program;
  const std::string identity = program.unit().hash() + " " + settings;
  const auto before = state->ask("SELECT value FROM about WHERE key = 'identity'", {});
  if (!before)
    return before.failure();
  std::map<PairKey, Known> known;
  if (!before->rows.empty() && before->rows.front().front() == identity) {
    const auto rows = state->ask("SELECT ifnull(write, ''), read, status, remote, local, test FROM "
                                 "pairs WHERE status IN ('observed', 'inferred')",
                                 {});
    if (!rows)
      return rows.failure();
    for (const std::vector<std::string> &row : rows->rows) {
      const PairKey key{row[0].empty() ? program::noLocation
                                       : static_cast<program::LocationId>(std::stoul(row[0])),
                        static_cast<program::LocationId>(std::stoul(row[1]))};
      if (std::filesystem::exists(row[5]))
        known[key] = {statusNamed(row[2]).value_or(Status::Open), row[3] == "1", row[4] == "1",
                      row[5]};
    }
  }
  const Done cleared = state->execute(
      known.empty() ? "DELETE FROM pairs; DELETE FROM branch_pairs; DELETE FROM invariants; DELETE "
                      "FROM invariant_pairs; DELETE FROM locations; DELETE FROM variables; DELETE "
                      "FROM about;"
                    : "DELETE FROM branch_pairs; DELETE FROM invariants; DELETE FROM "
                      "invariant_pairs;");
  if (!cleared)
    return cleared.failure();
  for (const auto &[key, value] : std::map<std::string, std::string>{
           {"schema", std::to_string(schema)}, {"identity", identity}, {"complete", "0"}})
    if (const Done put = state->run("INSERT OR REPLACE INTO about VALUES (?, ?)", {key, value});
        !put)
      return put.failure();
  return known;
}

Done Database::put(const FoundPair &pair, const std::string &test) {
  for (const program::LocationId end : {pair.key.write, pair.key.read})
    if (Done put = state->putLocation(end); !put)
      return put;
  if (Done put = state->run("INSERT OR IGNORE INTO variables (name) VALUES (?)", {pair.variable});
      !put)
    return put;
  return state->run(
      "INSERT INTO pairs (variable, write, read, status, remote, local, test, why) VALUES ((SELECT "
      "id FROM variables WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT "
      "(ifnull(write, -1), read) DO UPDATE SET status = ?4, remote = ?5, local = ?6, test = ?7, "
      "why = ?8",
      {pair.variable, numberOf(pair.key.write), numberOf(pair.key.read),
       std::string(name(pair.status)), pair.isRemote ? "1" : "0", pair.isLocal ? "1" : "0", test,
       pair.why});
}

Done Database::putBranchPairs(const std::vector<FoundBranchPair> &pairs) {
  for (const FoundBranchPair &one : pairs) {
    for (const program::LocationId end : {one.pair.write.branch, one.pair.read.branch})
      if (Done put = state->putLocation(end); !put)
        return put;
    const auto side = [](const Side &of) { return of.successor == 0 ? "1" : "0"; };
    if (Done put = state->run("INSERT INTO branch_pairs VALUES (?, ?, ?, ?, ?)",
                              {numberOf(one.pair.write.branch), side(one.pair.write),
                               numberOf(one.pair.read.branch), side(one.pair.read),
                               one.isCovered ? "1" : "0"});
        !put)
      return put;
  }
  return support::done();
}

Done Database::putInvariants(const std::vector<Invariant> &invariants) {
  std::size_t number = 0;
  for (const Invariant &one : invariants) {
    const std::string id = std::to_string(++number);
    if (Done put = state->run("INSERT INTO invariants VALUES (?, ?, ?, ?)",
                              {id, one.kind, numberOf(one.read), one.why});
        !put)
      return put;
    for (const PairKey &pair : one.pairs)
      if (Done put = state->run("INSERT INTO invariant_pairs SELECT ?1, id FROM pairs WHERE "
                                "ifnull(write, -1) = ifnull(CAST(?2 AS INTEGER), -1) AND read = ?3",
                                {id, numberOf(pair.write), numberOf(pair.read)});
          !put)
        return put;
  }
  return support::done();
}

Done Database::finish(bool isComplete) {
  return state->run("INSERT OR REPLACE INTO about VALUES ('complete', ?)",
                    {isComplete ? "1" : "0"});
}

support::Outcome<Table> Database::ask(const std::string &sql,
                                      const std::vector<std::string> &parameters) {
  return state->ask(sql, parameters);
}

} // namespace heddle::defuse
