// Which relations need which: strata, and negation that goes round in a circle.
#include "datalog/check.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace heddle::datalog {

namespace {

/// Strongly connected components by Tarjan's algorithm, without recursion: rule text may be long.
class Components {
public:
  explicit Components(const std::vector<std::vector<RelationId>> &needs)
      : needs(needs), found(needs.size(), unseen), low(needs.size()),
        component(needs.size(), unseen) {
    for (RelationId r = 0; r < needs.size(); ++r)
      if (found[r] == unseen)
        visit(r);
  }

  /// Each after those it needs.
  std::vector<std::vector<RelationId>> members;
  std::uint32_t of(RelationId relation) const { return component[relation]; }

private:
  static constexpr std::uint32_t unseen = ~0U;

  void enter(RelationId relation) {
    found[relation] = low[relation] = time++;
    stack.push_back(relation);
    path.push_back({relation, 0});
  }

  void visit(RelationId start) {
    enter(start);
    while (!path.empty()) {
      auto &[relation, next] = path.back();
      if (next < needs[relation].size()) {
        const RelationId needed = needs[relation][next++];
        if (found[needed] == unseen)
          enter(needed);
        else if (component[needed] == unseen)
          low[relation] = std::min(low[relation], found[needed]);
        continue;
      }
      const RelationId done = relation;
      path.pop_back();
      if (!path.empty())
        low[path.back().relation] = std::min(low[path.back().relation], low[done]);
      if (low[done] == found[done])
        close(done);
    }
  }

  void close(RelationId root) {
    members.emplace_back();
    RelationId member = root;
    do {
      member = stack.back();
      stack.pop_back();
      component[member] = members.size() - 1;
      members.back().push_back(member);
    } while (member != root);
    std::ranges::sort(members.back());
  }

  struct Step {
    RelationId relation;
    std::size_t next;
  };
  const std::vector<std::vector<RelationId>> &needs;
  std::vector<std::uint32_t> found, low, component;
  std::vector<RelationId> stack;
  std::vector<Step> path;
  std::uint32_t time = 0;
};

/// The shortest way from one relation to another by what they need.
std::vector<RelationId> way(const std::vector<std::vector<RelationId>> &needs, RelationId from,
                            RelationId to) {
  std::vector<RelationId> before(needs.size(), ~0U), queue{from};
  for (std::size_t i = 0; i < queue.size() && queue[i] != to; ++i)
    for (const RelationId next : needs[queue[i]])
      if (before[next] == ~0U && next != from) {
        before[next] = queue[i];
        queue.push_back(next);
      }
  std::vector<RelationId> path{to};
  while (path.back() != from)
    path.push_back(before[path.back()]);
  std::ranges::reverse(path);
  return path;
}

} // namespace

void stratify(Rules &rules, Diagnostics &diagnostics) {
  std::vector<std::vector<RelationId>> needs(rules.relations.size());
  for (const Rule &rule : rules.rules)
    for (const auto *atoms : {&rule.positive, &rule.negative})
      for (const Atom &atom : *atoms)
        if (std::ranges::find(needs[rule.head.relation], atom.relation) ==
            needs[rule.head.relation].end())
          needs[rule.head.relation].push_back(atom.relation);
  const Components components(needs);

  for (const Rule &rule : rules.rules)
    for (const Atom &atom : rule.negative) {
      const RelationId head = rule.head.relation;
      if (components.of(head) != components.of(atom.relation))
        continue;
      std::string cycle = fmt::format("{} needs !", rules.relations[head].name);
      for (const RelationId step : way(needs, atom.relation, head))
        cycle += fmt::format("{}{}", rules.relations[step].name, step == head ? "" : " needs ");
      diagnostics.report(atom.position,
                         fmt::format("'{}' cannot be negated here, because it depends on what is "
                                     "derived here: {}",
                                     rules.relations[atom.relation].name, cycle));
    }

  for (const auto &members : components.members) {
    Stratum stratum{members, {}, false};
    for (const RelationId member : members)
      stratum.isRecursive |=
          members.size() > 1 || std::ranges::find(needs[member], member) != needs[member].end();
    for (std::uint32_t i = 0; i < rules.rules.size(); ++i)
      if (components.of(rules.rules[i].head.relation) == components.of(members.front()))
        stratum.rules.push_back(i);
    rules.strata.push_back(std::move(stratum));
  }
}

} // namespace heddle::datalog
