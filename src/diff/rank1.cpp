#include "diff/rank1.h"

#include "diff/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using EdgeMap = std::map<EdgeKey, ReadFrom>;

/// Writes of one variable that may come in this order; the later one stands for the load.
std::vector<ReadFrom> storeOrders(const Relations &relations) {
  const auto statements = relations.version().statements();
  std::vector<std::vector<StatementId>> writers(relations.version().variables().size());
  for (StatementId id = 1; id < statements.size(); ++id)
    if (statements[id].use)
      for (const VariableId variable : statements[id].use->stores)
        writers[variable].push_back(id);
  std::vector<ReadFrom> result;
  for (VariableId variable = 0; variable < writers.size(); ++variable)
    for (const StatementId one : writers[variable])
      for (const StatementId other : writers[variable])
        if (relations.mayHb(one, other))
          result.push_back({one, other, variable});
  return result;
}

/// Of the edges between statements that a key stands for, one between threads if there is one.
EdgeMap edgesOf(const Classes &classes, Side side, const Relations &relations, RelationKind kind) {
  EdgeMap edges;
  const auto statements = relations.version().statements();
  const auto crosses = [&](const ReadFrom &edge) {
    return edge.store != initialStatement &&
           statements[edge.store].thread != statements[edge.load].thread;
  };
  const std::vector<ReadFrom> orders =
      kind == RelationKind::StoreOrder ? storeOrders(relations) : std::vector<ReadFrom>();
  for (const ReadFrom &edge : kind == RelationKind::StoreOrder ? orders : relations.mayRf()) {
    const auto [found, isNew] = edges.try_emplace(classes.keyOf(side, edge), edge);
    if (!isNew && crosses(edge) && !crosses(found->second))
      found->second = edge;
  }
  return edges;
}

/// The statements that access memory in a version.
std::set<ClassId> runningIn(const Classes &classes, Side side) {
  std::set<ClassId> found;
  const auto statements = classes.version(side).statements();
  for (StatementId id = 1; id < statements.size(); ++id)
    if (statements[id].use && statements[id].user != program::noLocation)
      found.insert(classes.ofStatement(side, id));
  return found;
}

/// "worker" of "T1b worker".
std::string_view routineOf(std::string_view thread) {
  const std::size_t space = thread.find(' ');
  return space == std::string_view::npos ? thread : thread.substr(space + 1);
}

/// Why the version has none of the edges of the key, `shown` being one that the other has.
std::string whyNone(const Classes &classes, Side side, const Relations &relations,
                    const EdgeKey &key, const Edge &shown) {
  const auto statements = relations.version().statements();
  std::vector<StatementId> stores, loads;
  std::vector<VariableId> variables;
  for (VariableId id = 0; id < relations.version().variables().size(); ++id)
    if (key.variable == anyVariable || classes.ofVariable(side, id) == key.variable)
      variables.push_back(id);
  if (key.write == initialClass)
    stores.push_back(initialStatement);
  for (StatementId id = 1; id < statements.size(); ++id) {
    if (!statements[id].use)
      continue;
    const ClassId about = classes.ofStatement(side, id);
    if (about == key.write && !statements[id].use->stores.empty())
      stores.push_back(id);
    if (about == key.read && !statements[id].use->loads.empty())
      loads.push_back(id);
  }
  if (stores.empty())
    return fmt::format("the {} version does not run this write", name(side));
  if (loads.empty())
    return fmt::format("the {} version does not run this read", name(side));
  // Those of the threads that the edge is shown of come first.
  const auto putFirst = [&](std::vector<StatementId> &list, const std::string &thread) {
    std::ranges::sort(list, {}, [&](StatementId id) {
      const std::uint32_t by = id == initialStatement ? 0 : statements[id].thread;
      return std::pair(routineOf(relations.version().threads()[by].name) != routineOf(thread), id);
    });
  };
  putFirst(stores, shown.writer);
  putFirst(loads, shown.reader);
  const Reasons reasons(relations);
  for (const StatementId load : loads)
    for (const StatementId store : stores)
      for (const VariableId variable : variables) {
        const std::string why = reasons.whyNoRf({store, load, variable});
        if (!why.empty())
          return fmt::format("in the {} version {}", name(side), why);
      }
  return fmt::format("in the {} version the two never touch the same place", name(side));
}

/// Why the version never has the writes of the key in this order.
std::string whyNoOrder(const Classes &classes, Side side, const Relations &relations,
                       const EdgeKey &key) {
  const auto statements = relations.version().statements();
  const Reasons reasons(relations);
  for (StatementId one = 1; one < statements.size(); ++one)
    for (StatementId other = 1; other < statements.size(); ++other)
      if (statements[one].use && statements[other].use &&
          classes.ofStatement(side, one) == key.write &&
          classes.ofStatement(side, other) == key.read && relations.mustHb(other, one)) {
        const std::string why = reasons.whyOrdered(other, one);
        return fmt::format("in the {} version the write at {} always comes first{}", name(side),
                           reasons.placeOf(other), why.empty() ? "" : " (" + why + ")");
      }
  return fmt::format("the {} version does not run both writes", name(side));
}

} // namespace

Edge edgeOf(const Classes &classes, Side side, const ReadFrom &edge) {
  const Version &version = classes.version(side);
  const auto statements = version.statements();
  Edge result;
  const MemoryUse *write = statements[edge.store].use;
  const bool isVague = edge.store == initialStatement || (write && write->stores.size() > 1);
  result.variable =
      isVague ? version.nameAt(edge.load, edge.variable) : version.variables()[edge.variable].name;
  result.isInitial = edge.store == initialStatement;
  result.read = statements[edge.load].user;
  result.readElsewhere = classes.matching().other(side, result.read);
  result.reader = version.threads()[statements[edge.load].thread].name;
  if (!result.isInitial) {
    result.write = statements[edge.store].user;
    result.writeElsewhere = classes.matching().other(side, result.write);
    result.writer = version.threads()[statements[edge.store].thread].name;
  }
  return result;
}

EdgePlaces placesOf(const Difference &difference) {
  EdgePlaces places;
  for (const Edge &edge : difference.edges)
    places.emplace_back(difference.onlyIn, edge.variable, edge.write, edge.read);
  return places;
}

bool isKnownToUser(const Edge &edge, const Classes &classes, Side side,
                   const CompareOptions &options) {
  const program::Program &program = classes.version(side).program();
  const auto isLibrary = [&](program::LocationId at) {
    return at != program::noLocation && program.functions()[program.location(at).function].isModel;
  };
  return options.allAccesses || (!isLibrary(edge.write) && !isLibrary(edge.read));
}

bool isWanted(const Edge &edge, const Classes &classes, Side side, const CompareOptions &options) {
  const program::Program &program = classes.version(side).program();
  if (!isKnownToUser(edge, classes, side, options))
    return false;
  if (!options.variable.empty() && edge.variable != options.variable)
    return false;
  if (options.function.empty())
    return true;
  const auto isThere = [&](program::LocationId at) {
    return at != program::noLocation && program.place(at).function == options.function;
  };
  return isThere(edge.write) || isThere(edge.read);
}

void compareRank1(const Classes &classes, const Relations *const (&relations)[2],
                  const CompareOptions &options, Comparison &result) {
  const EdgeMap edges[2] = {edgesOf(classes, Side::Old, *relations[0], options.relation),
                            edgesOf(classes, Side::New, *relations[1], options.relation)};
  // What nobody comes to counts as taken out.
  const std::set<ClassId> running[2] = {runningIn(classes, Side::Old),
                                        runningIn(classes, Side::New)};
  // Edges on variables that could not be told to be the same count by their ends alone.
  std::set<std::pair<ClassId, ClassId>> vague[2];
  for (std::size_t side = 0; side < 2; ++side)
    for (const auto &[key, edge] : edges[side])
      if (!classes.isCommonVariable(key.variable))
        vague[side].emplace(key.write, key.read);
  std::set<EdgePlaces> shown;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto side = static_cast<Side>(i);
    for (const auto &[key, edge] : edges[i]) {
      if (edges[1 - i].contains(key) ||
          (!classes.isCommonVariable(key.variable) && vague[1 - i].contains({key.write, key.read})))
        continue;
      Difference difference;
      difference.onlyIn = side;
      difference.relation = options.relation;
      difference.edges = {edgeOf(classes, side, edge)};
      if (!isWanted(difference.edges.front(), classes, side, options) ||
          !shown.insert(placesOf(difference)).second)
        continue;
      const auto runs = [&](ClassId id) {
        return id == initialClass || running[1 - i].contains(id);
      };
      if (!runs(key.write))
        difference.edges.front().writeElsewhere = program::noLocation;
      if (!runs(key.read))
        difference.edges.front().readElsewhere = program::noLocation;
      difference.isApart = !runs(key.write) || !runs(key.read);
      if (difference.isApart)
        difference.why =
            fmt::format("the {} version does not {} the {}", name(otherSide(side)),
                        classes.isCommon(runs(key.write) ? key.read : key.write) ? "run" : "have",
                        runs(key.write) ? "read" : "write");
      else if (options.relation == RelationKind::StoreOrder)
        difference.why = whyNoOrder(classes, otherSide(side), *relations[1 - i], key);
      else if (options.explains)
        difference.why =
            whyNone(classes, otherSide(side), *relations[1 - i], key, difference.edges.front());
      result.differences.push_back(std::move(difference));
    }
  }
}

} // namespace heddle::diff
