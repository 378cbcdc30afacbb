#include "diff/scenario.h"

#include <algorithm>
#include <bit>
#include <map>

namespace heddle::diff {

namespace {
/// Statements that one set is judged by.
constexpr std::size_t mostNodes = 64;
constexpr std::uint32_t absent = ~0U;
} // namespace

Scenarios::Scenarios(const Relations &relations) : relations(relations) {
  const Version &version = relations.version();
  const auto statements = version.statements();
  place.assign(statements.size(), absent);
  for (StatementId id = 0; id < statements.size(); ++id)
    if (id == initialStatement || statements[id].use) {
      place[id] = static_cast<std::uint32_t>(members.size());
      members.push_back(id);
    }
  if (members.size() > mostStatements)
    return;
  fill(mustHb, "MustHb");
  fill(needs, "Needs");
  fill(dom, "Dom");
  fill(postDom, "PostDom");
  covering.resize(version.variables().size());
  std::map<std::pair<std::uint32_t, std::pair<analysis::SectionId, ContextId>>, std::uint32_t>
      sections;
  for (const StatementId id : members) {
    once.push_back(relations.isOnce(id));
    held.emplace_back();
    if (id == initialStatement)
      continue;
    for (const VariableId variable : statements[id].use->covers)
      covering[variable].push_back(place[id]);
    for (const Version::Held &lock : version.heldAt(id)) {
      std::uint32_t section = unknown;
      if (lock.section)
        section = sections
                      .try_emplace({statements[id].thread, *lock.section},
                                   static_cast<std::uint32_t>(sections.size()))
                      .first->second;
      held.back().push_back({lock.lock, lock.isReading, section});
    }
  }
  ready = true;
}

void Scenarios::fill(Matrix &matrix, std::string_view relation) {
  const std::size_t words = (members.size() + 63) / 64;
  matrix.assign(members.size(), std::vector<std::uint64_t>(words));
  const auto id = relations.rules().find(relation);
  const FactBase &facts = relations.facts();
  const datalog::Relation &tuples = relations.derived().relation(*id);
  tuples.forEach([&](std::span<const datalog::ValueId> tuple) {
    const StatementId one = facts.statementOf[tuple[0]], other = facts.statementOf[tuple[1]];
    if (one == FactBase::noStatement || other == FactBase::noStatement || place[one] == absent ||
        place[other] == absent)
      return;
    matrix[place[one]][place[other] / 64] |= std::uint64_t{1} << (place[other] % 64);
  });
}

bool Scenarios::isLike(const Scenarios &other) const {
  if (!ready || !other.ready || members != other.members || once != other.once ||
      mustHb != other.mustHb || needs != other.needs || dom != other.dom ||
      postDom != other.postDom)
    return false;
  // Locks and sections may have other numbers.
  std::map<std::uint32_t, std::uint32_t> locks[2], sections[2];
  const auto isSame = [](auto &known, std::uint32_t one, std::uint32_t two) {
    return known[0].try_emplace(one, two).first->second == two &&
           known[1].try_emplace(two, one).first->second == one;
  };
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i].size() != other.held[i].size())
      return false;
    for (std::size_t j = 0; j < held[i].size(); ++j) {
      const Held &one = held[i][j], &two = other.held[i][j];
      if (one.isReading != two.isReading || !isSame(locks, one.lock, two.lock) ||
          !isSame(sections, one.section, two.section))
        return false;
    }
  }
  return true;
}

/// One set of edges.
class Scenarios::Check {
public:
  Check(const Scenarios &all, std::span<const ReadFrom> edges) : all(all), edges(edges) {}

  /// Whether something excludes the set.
  bool excludes(Exclusion *why) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::uint32_t write = add(all.place[edges[i].store]);
      const std::uint32_t read = add(all.place[edges[i].load]);
      writes.push_back(write);
      reads.push_back(read);
    }
    for (const std::uint32_t node : nodes)
      if (!all.once[node])
        return false;
    happened = (nodes.size() == 64 ? 0 : std::uint64_t{1} << nodes.size()) - 1;
    for (std::size_t i = 0; i < edges.size(); ++i)
      for (std::size_t j = i + 1; j < edges.size(); ++j)
        if (reads[i] == reads[j]) // One event: it has no order, and one value.
          return edges[i].variable == edges[j].variable && writes[i] != writes[j];
    for (const ReadFrom &edge : edges)
      for (const std::uint32_t member : all.covering[edge.variable])
        if (all.once[member] && nodes.size() < mostNodes)
          add(member);
    order();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      put(writes[i], reads[i]);
      if (i)
        put(reads[i - 1], reads[i]);
    }
    return grow(why);
  }

private:
  std::uint32_t add(std::uint32_t member) {
    const auto found = std::ranges::find(nodes, member);
    if (found != nodes.end())
      return static_cast<std::uint32_t>(found - nodes.begin());
    nodes.push_back(member);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  static constexpr std::uint64_t bit(std::uint32_t at) { return std::uint64_t{1} << at; }
  void put(std::uint32_t one, std::uint32_t other) { after[one] |= bit(other); }
  bool isPut(std::uint32_t one, std::uint32_t other) const { return after[one] & bit(other); }

  void order() {
    const auto count = static_cast<std::uint32_t>(nodes.size());
    after.assign(count, 0);
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t j = 0; j < count; ++j)
        if (i != j && test(all.mustHb, nodes[i], nodes[j]))
          put(i, j);
  }

  void happenNeeded() {
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      for (std::uint32_t j = 0; j < nodes.size() && !(happened & bit(i)); ++j)
        if ((happened & bit(j)) && test(all.needs, nodes[i], nodes[j]))
          happened |= bit(i);
  }

  /// Over what happened.
  void close() {
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
      if (!(happened & bit(k)))
        continue;
      const std::uint64_t behind = after[k];
      for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if ((happened & bit(i)) && isPut(i, k))
          after[i] |= behind;
    }
  }

  bool covers(std::uint32_t node, VariableId variable) const {
    const auto &list = all.covering[variable];
    return std::ranges::find(list, nodes[node]) != list.end();
  }

  /// True if a write must be in between.
  bool keepApart(Exclusion *why) {
    for (std::size_t e = 0; e < edges.size(); ++e)
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (!(happened & bit(i)) || i == writes[e] || i == reads[e] ||
            !covers(i, edges[e].variable))
          continue;
        if (isPut(writes[e], i) && isPut(i, reads[e])) {
          if (why)
            *why = {false, all.members[nodes[i]], e, lock};
          return true;
        }
        if (isPut(writes[e], i))
          put(reads[e], i);
        if (isPut(i, reads[e]))
          put(i, writes[e]);
      }
    return false;
  }

  /// Of two sections of a lock, the whole of one comes first.
  void orderSections() {
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      for (std::uint32_t j = 0; j < nodes.size(); ++j)
        if (i != j && (happened & bit(i)) && (happened & bit(j)) && isPut(i, j))
          for (const Held &one : all.held[nodes[i]])
            for (const Held &other : all.held[nodes[j]])
              if (one.lock == other.lock && !(one.isReading && other.isReading) &&
                  areApart(i, one, j, other))
                orderSections(i, one, j, other);
  }
  std::uint32_t threadOf(std::uint32_t node) const {
    return all.relations.version().statements()[all.members[nodes[node]]].thread;
  }
  bool areApart(std::uint32_t i, const Held &one, std::uint32_t j, const Held &other) const {
    if (threadOf(i) != threadOf(j))
      return true;
    return one.section != unknown && other.section != unknown && one.section != other.section;
  }
  /// Whether the node is in that section.
  bool isIn(std::uint32_t node, std::uint32_t start, const Held &section) const {
    if (node == start)
      return true;
    return section.section != unknown && threadOf(node) == threadOf(start) &&
           std::ranges::any_of(all.held[nodes[node]], [&](const Held &held) {
             return held.lock == section.lock && held.section == section.section;
           });
  }
  void orderSections(std::uint32_t i, const Held &one, std::uint32_t j, const Held &other) {
    std::uint64_t first = 0, second = 0;
    for (std::uint32_t k = 0; k < nodes.size(); ++k) {
      if (isIn(k, i, one)) {
        if (!(happened & bit(k)) &&
            (test(all.postDom, nodes[k], nodes[i]) || test(all.dom, nodes[k], nodes[i])))
          happened |= bit(k);
        first |= bit(k);
      }
      if (isIn(k, j, other))
        second |= bit(k);
    }
    first &= happened;
    second &= happened;
    for (std::uint32_t k = 0; k < nodes.size(); ++k)
      if ((first & bit(k)) && (second & ~after[k])) {
        after[k] |= second;
        lock = one.lock;
      }
  }

  bool grow(Exclusion *why) {
    while (true) {
      const std::vector<std::uint64_t> before = after;
      const std::uint64_t known = happened;
      happenNeeded();
      close();
      for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if ((happened & bit(i)) && isPut(i, i)) {
          if (why)
            *why = {true, all.members[nodes[i]], 0, lock};
          return true;
        }
      if (keepApart(why))
        return true;
      orderSections();
      if (after == before && happened == known)
        return false;
    }
  }

  const Scenarios &all;
  std::span<const ReadFrom> edges;
  std::vector<std::uint32_t> nodes; ///< Members.
  std::vector<std::uint32_t> writes, reads;
  std::vector<std::uint64_t> after;
  std::uint64_t happened = 0;
  std::optional<analysis::LockId> lock;
};

bool Scenarios::mayBe(std::span<const ReadFrom> edges, Exclusion *why) const {
  return !ready || !Check(*this, edges).excludes(why);
}

} // namespace heddle::diff
