#include "diff/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>

namespace heddle::diff {

std::string Reasons::placeOf(StatementId id) const {
  const Version &version = relations.version();
  if (id == initialStatement)
    return "the initial value";
  const Statement &statement = version.statements()[id];
  if (statement.user == program::noLocation)
    return version.threads()[statement.thread].name;
  const program::Place place = version.program().place(statement.user);
  if (place.line == 0)
    return fmt::format("{}, instruction {}", place.function, place.instruction);
  return fmt::format("{}:{}", place.file, place.line);
}

std::string Reasons::lockName(datalog::ValueId lock) const {
  const auto &locks = relations.facts().locks;
  const auto found = std::ranges::find(locks, lock);
  if (found == locks.end())
    return "a lock";
  return relations.version()
      .study.locks.all()[static_cast<std::size_t>(found - locks.begin())]
      .name;
}

/// The synchronisation between the two, if one step of it does.
std::string Reasons::whyOrdered(StatementId one, StatementId other) const {
  const Version &version = relations.version();
  const auto statements = version.statements();
  const auto isBefore = [&](StatementId a, StatementId b) {
    return a == b || relations.mustHb(a, b);
  };
  const auto isNeeded = [&](StatementId a, StatementId b) {
    return a == b || relations.needs(a, b);
  };
  if (one != initialStatement && statements[one].thread == statements[other].thread)
    return "";
  for (const Version::ThreadFact &join : version.joins())
    if (one != initialStatement && statements[one].thread == join.other && isNeeded(join.at, other))
      return fmt::format("{} is joined at {}", version.threads()[join.other].name,
                         placeOf(join.at));
  for (const Version::ThreadFact &creation : version.creations())
    if (statements[other].thread == creation.other && isBefore(one, creation.at))
      return fmt::format("{} is created at {}", version.threads()[creation.other].name,
                         placeOf(creation.at));
  for (const Need &need : version.needs())
    if (isBefore(one, need.release) && isNeeded(need.acquire, other))
      return analysis::textOf(version.links()[need.link].reason, version.program());
  if (one != initialStatement && statements[one].where.at && statements[other].where.at) {
    const analysis::Order &order = version.study.order;
    const auto &from =
        order.node(version.threads()[statements[one].thread].kind, *statements[one].where.at);
    const auto &to =
        order.node(version.threads()[statements[other].thread].kind, *statements[other].where.at);
    std::string text;
    for (const analysis::OrderReason &reason : order.why(from, to))
      text += (text.empty() ? "" : ", ") + analysis::textOf(reason, version.program());
    if (!text.empty())
      return text;
  }
  for (const Version::ThreadFact &creation : version.creations())
    if (isBefore(one, creation.at) && isNeeded(creation.at, other))
      return fmt::format("{} is created at {}", version.threads()[creation.other].name,
                         placeOf(creation.at));
  for (const Version::ThreadFact &join : version.joins())
    if (isBefore(one, join.at) && isNeeded(join.at, other))
      return fmt::format("{} is joined at {}", version.threads()[join.other].name,
                         placeOf(join.at));
  return "";
}

std::string Reasons::becauseOf(StatementId one, StatementId other) const {
  const std::string why = whyOrdered(one, other);
  return why.empty() ? "" : fmt::format(" ({})", why);
}

std::string Reasons::whyNoRf(const ReadFrom &edge) const {
  const auto &[store, load, variable] = edge;
  const Version &version = relations.version();
  if (relations.mustHb(load, store))
    return fmt::format("the read at {} always comes before the write at {}{}", placeOf(load),
                       placeOf(store), becauseOf(load, store));
  const FactBase &facts = relations.facts();
  const datalog::Database &derived = relations.derived();
  const datalog::Rules &rules = relations.rules();
  const auto contains = [&](std::string_view name, std::initializer_list<datalog::ValueId> tuple) {
    return derived.relation(*rules.find(name)).contains(std::span(tuple.begin(), tuple.size()));
  };
  const datalog::ValueId v = facts.variables[variable];
  const datalog::ValueId s = facts.statements[store];
  const datalog::ValueId l = facts.statements[load];
  std::vector<StatementId> covering;
  for (StatementId id = 0; id < version.statements().size(); ++id)
    if (const MemoryUse *use = version.statements()[id].use;
        use && std::ranges::find(use->covers, variable) != use->covers.end())
      covering.push_back(id);
  for (const datalog::ValueId lock : facts.locks) {
    if (!contains("DiffCS", {s, l, lock}))
      continue;
    const auto coverOf = [&](std::string_view dominance, datalog::ValueId covered) {
      for (const StatementId id : covering)
        if (facts.statements[id] != covered &&
            contains(dominance, {facts.statements[id], covered}) &&
            contains("SameCS", {facts.statements[id], covered, lock}))
          return id;
      return initialStatement;
    };
    if (contains("CoveredLoad", {l, v, lock}))
      return fmt::format("the read at {} is in a critical section of {} that writes {} first, at "
                         "{}; the write at {} is in another one",
                         placeOf(load), lockName(lock), version.variables()[variable].name,
                         placeOf(coverOf("Dom", l)), placeOf(store));
    if (contains("CoveredStore", {s, v, lock}))
      return fmt::format("the write at {} is overwritten at {} in the same critical section of {}; "
                         "the read at {} is in another one",
                         placeOf(store), placeOf(coverOf("PostDom", s)), lockName(lock),
                         placeOf(load));
  }
  for (const StatementId between : covering) {
    if (between == store)
      continue;
    const datalog::ValueId b = facts.statements[between];
    if (relations.mustHb(store, between) && relations.needs(between, load)) {
      std::string because = becauseOf(between, load);
      if (because.empty())
        because = becauseOf(store, between);
      return fmt::format("the write at {} always comes between{}", placeOf(between), because);
    }
    if (contains("PostDom", {b, s}) && relations.mustHb(between, load))
      return fmt::format("the write at {} is always overwritten at {} before the read{}",
                         placeOf(store), placeOf(between), becauseOf(between, load));
  }
  return "";
}

} // namespace heddle::diff
