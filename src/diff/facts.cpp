#include "diff/facts.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>

namespace heddle::diff {

namespace {

using datalog::RelationId;
using datalog::RowView;
using datalog::ValueId;
using datalog::Word;

/// Words of bits over the statements, as values.
class Bits {
public:
  explicit Bits(std::uint32_t size) : words(datalog::wordsFor(size)) {}
  void set(ValueId value) { datalog::setBit(words.data(), value); }
  bool test(ValueId value) const { return datalog::testBit(words.data(), value); }
  void add(const Bits &other) {
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] |= other.words[i];
  }
  RowView view() const { return {words.data(), nullptr, static_cast<std::uint32_t>(words.size())}; }

private:
  std::vector<Word> words;
};

class FactWriter {
public:
  FactWriter(const Version &version, const datalog::Rules &rules)
      : version(version), rules(rules), base{datalog::Database(rules), {}, {}, {}, {}, {}, {}} {}

  FactBase write() {
    name();
    base.database.fit(rules);
    size = base.database.domain(domainOf("St", 0)).size();
    for (StatementId id = 0; id < version.statements().size(); ++id)
      writeStatement(id);
    for (std::uint32_t thread = 0; thread < version.threads().size(); ++thread)
      writeThread(thread);
    for (const Version::ThreadFact &fact : version.creations())
      insert("ThrdCreate", {threadOf(fact.at), base.statements[fact.at], base.threads[fact.other]});
    for (const Version::ThreadFact &fact : version.joins())
      insert("ThrdJoin", {threadOf(fact.at), base.statements[fact.at], base.threads[fact.other]});
    writeNeeds();
    writeSections();
    writeOrdered();
    return std::move(base);
  }

private:
  RelationId relation(std::string_view relationName) const {
    const auto found = rules.find(relationName);
    assert(found && "the rules lack a relation of rank1.dl");
    return *found;
  }
  datalog::DomainId domainOf(std::string_view relationName, std::size_t column) const {
    return rules.relations[relation(relationName)].columns[column];
  }
  void insert(std::string_view relationName, std::initializer_list<ValueId> tuple) {
    base.database.insert(relation(relationName), std::span(tuple.begin(), tuple.size()));
  }
  ValueId threadOf(StatementId id) const { return base.threads[version.statements()[id].thread]; }
  void insertRow(RelationId id, ValueId from, const Bits &to) {
    const ValueId tuple[2] = {from, 0};
    base.database.relation(id).insertRow(tuple, 1, to.view());
  }

  void name() {
    const auto intern = [&](std::string_view relationName, std::size_t column,
                            const std::string &text) {
      return *base.database.intern(domainOf(relationName, column), text);
    };
    for (StatementId id = 0; id < version.statements().size(); ++id) {
      const ValueId value = intern("St", 0, version.describe(id));
      base.statements.push_back(value);
      base.statementOf.resize(std::max<std::size_t>(base.statementOf.size(), value + 1),
                              FactBase::noStatement);
      base.statementOf[value] = id;
    }
    for (const ThreadInstance &thread : version.threads())
      base.threads.push_back(intern("St", 1, thread.name));
    for (VariableId id = 0; id < version.variables().size(); ++id) {
      const ValueId value =
          intern("Load", 1, fmt::format("{} #{}", version.variables()[id].name, id));
      base.variables.push_back(value);
      base.variableOf.resize(std::max<std::size_t>(base.variableOf.size(), value + 1));
      base.variableOf[value] = id;
    }
    const auto locks = version.study.locks.all();
    for (std::size_t i = 0; i < locks.size(); ++i)
      base.locks.push_back(intern("InCS", 1, fmt::format("{} #{}", locks[i].name, i)));
    for (std::size_t i = 0; i < version.needs().size(); ++i)
      conditions.push_back(intern("CondWait", 1, fmt::format("order {}", i)));
  }

  void writeStatement(StatementId id) {
    const Statement &statement = version.statements()[id];
    const ValueId value = base.statements[id];
    insert("St", {value, base.threads[statement.thread]});
    if (statement.kind == StatementKind::Initial) {
      insert("Initial", {value});
      for (const ValueId variable : base.variables) {
        insert("Store", {value, variable});
        insert("MustStore", {value, variable});
        insert("Access", {variable, value});
      }
      return;
    }
    if (!statement.use)
      return;
    for (const VariableId variable : statement.use->loads) {
      insert("Load", {value, base.variables[variable]});
      insert("Access", {base.variables[variable], value});
    }
    for (const VariableId variable : statement.use->stores) {
      insert("Store", {value, base.variables[variable]});
      insert("Access", {base.variables[variable], value});
    }
    for (const VariableId variable : statement.use->covers)
      insert("MustStore", {value, base.variables[variable]});
  }

  /// Po, Dom, PostDom, SameLoop and Always of one thread.
  void writeThread(std::uint32_t thread) {
    const ThreadGraph &graph = version.graphOf(thread);
    const GraphOrder &order = version.orderOf(thread);
    std::vector<std::vector<StatementId>> at(graph.nodeCount());
    for (const StatementId id : version.statementsOf(thread))
      at[version.statements()[id].node].push_back(id);
    for (std::vector<StatementId> &here : at)
      std::ranges::sort(here, {},
                        [&](StatementId id) { return version.statements()[id].position; });
    writeReached(graph, order, at);
    for (const StatementId id : version.statementsOf(thread))
      writeDominance(id, order, at);
    order.forPostDominators(ThreadGraph::entry, -1, [&](GraphNode node) {
      for (const StatementId id : at[node])
        insert("Always", {base.statements[id]});
    });
  }

  void writeReached(const ThreadGraph &graph, const GraphOrder &order,
                    const std::vector<std::vector<StatementId>> &at) {
    // Parts of the graph come in an order in which what they lead to comes first.
    std::vector<std::vector<GraphNode>> parts(order.partCount());
    for (const GraphNode node : order.topological())
      parts[order.partOf(node)].push_back(node);
    std::vector<Bits> reached(parts.size(), Bits(size));
    const RelationId po = relation("Po");
    const RelationId sameLoop = relation("SameLoop");
    for (std::size_t part = 0; part < parts.size(); ++part) {
      Bits &behind = reached[part];
      Bits own(size);
      bool isLoop = false;
      for (const GraphNode node : parts[part]) {
        isLoop |= order.inLoop(node);
        for (const StatementId id : at[node])
          own.set(base.statements[id]);
        for (const GraphNode to : graph.next(node))
          if (order.partOf(to) != part)
            behind.add(reached[order.partOf(to)]);
      }
      Bits with = behind;
      with.add(own);
      for (const GraphNode node : parts[part]) {
        Bits later = isLoop ? with : behind;
        for (auto id = at[node].rbegin(); id != at[node].rend(); ++id) {
          insertRow(po, base.statements[*id], later);
          if (isLoop)
            insertRow(sameLoop, base.statements[*id], own);
          later.set(base.statements[*id]);
        }
      }
      behind = std::move(with);
    }
  }

  void writeDominance(StatementId id, const GraphOrder &order,
                      const std::vector<std::vector<StatementId>> &at) {
    const Statement &statement = version.statements()[id];
    const ValueId value = base.statements[id];
    const auto isBefore = [&](StatementId one, StatementId other) {
      return version.statements()[one].position < version.statements()[other].position;
    };
    order.forDominators(statement.node, [&](GraphNode node) {
      for (const StatementId other : at[node])
        if (node != statement.node || isBefore(other, id))
          base.database.insert(domRelation(),
                               std::initializer_list<ValueId>{base.statements[other], value});
    });
    // Post-dominators by the innermost loop that both are in: each loop has a tree of its own.
    for (int loop = order.loopOf(statement.node);; loop = order.outerLoop(loop)) {
      order.forPostDominators(statement.node, loop, [&](GraphNode node) {
        if (order.commonLoop(node, statement.node) != loop)
          return;
        for (const StatementId other : at[node])
          if (node != statement.node || isBefore(id, other))
            base.database.insert(postDomRelation(),
                                 std::initializer_list<ValueId>{base.statements[other], value});
      });
      if (loop < 0)
        break;
    }
  }
  RelationId domRelation() {
    dom = dom == none ? relation("Dom") : dom;
    return dom;
  }
  RelationId postDomRelation() {
    postDom = postDom == none ? relation("PostDom") : postDom;
    return postDom;
  }

  void writeNeeds() {
    for (std::size_t i = 0; i < version.needs().size(); ++i) {
      const Need &need = version.needs()[i];
      insert("CondSignal", {base.statements[need.release], conditions[i]});
      insert("CondWait", {base.statements[need.acquire], conditions[i]});
      insert("MustWait", {base.statements[need.acquire]});
    }
  }

  void writeSections() {
    struct Member {
      StatementId id;
      Version::Held held;
    };
    std::vector<std::vector<Member>> byLock(base.locks.size());
    for (StatementId id = 1; id < version.statements().size(); ++id) {
      if (!version.statements()[id].use)
        continue;
      for (const Version::Held &held : version.heldAt(id)) {
        insert("InCS", {base.statements[id], base.locks[held.lock]});
        byLock[held.lock].push_back({id, held});
      }
    }
    for (std::size_t lock = 0; lock < byLock.size(); ++lock)
      for (const Member &one : byLock[lock]) {
        Bits same(size), different(size);
        for (const Member &other : byLock[lock]) {
          const bool isOneThread =
              version.statements()[one.id].thread == version.statements()[other.id].thread;
          if (isOneThread && one.held.section && one.held.section == other.held.section)
            same.set(base.statements[other.id]);
          if (one.held.isReading && other.held.isReading)
            continue;
          if (!isOneThread ||
              (one.held.section && other.held.section && one.held.section != other.held.section))
            different.set(base.statements[other.id]);
        }
        insertSections("SameCS", one.id, same, base.locks[lock]);
        insertSections("DiffCS", one.id, different, base.locks[lock]);
      }
  }
  /// Both relations are the same either way round, so that rows go in by whichever column is last.
  void insertSections(std::string_view relationName, StatementId id, const Bits &others,
                      ValueId lock) {
    datalog::Relation &target = base.database.relation(relation(relationName));
    const bool bySecond = target.takesRowsOver(1);
    ValueId tuple[3] = {base.statements[id], base.statements[id], lock};
    target.insertRow(tuple, bySecond ? 1 : 0, others.view());
  }

  /// By groups of statements that are ordered alike.
  void writeOrdered() {
    struct Group {
      const analysis::Order::Node *node;
      Bits members;
      std::vector<StatementId> ids;
    };
    std::vector<Group> groups;
    const analysis::Order &order = version.study.order;
    for (StatementId id = 1; id < version.statements().size(); ++id) {
      const Statement &statement = version.statements()[id];
      if (!statement.use || !statement.where.at)
        continue;
      const analysis::Order::Node &node =
          order.node(version.threads()[statement.thread].kind, *statement.where.at);
      auto found = std::ranges::find_if(groups, [&](const Group &group) {
        return group.node->kind() == node.kind() && group.node->isOrderedLike(node);
      });
      if (found == groups.end())
        found = groups.insert(groups.end(), {&node, Bits(size), {}});
      found->members.set(base.statements[id]);
      found->ids.push_back(id);
    }
    const RelationId ordered = relation("Ordered");
    for (const Group &one : groups) {
      Bits later(size);
      for (const Group &other : groups)
        if (order.ordered(*one.node, *other.node))
          later.add(other.members);
      for (const StatementId id : one.ids)
        insertRow(ordered, base.statements[id], later);
    }
  }

  static constexpr RelationId none = ~RelationId{0};
  const Version &version;
  const datalog::Rules &rules;
  FactBase base;
  std::uint32_t size = 0;
  std::vector<ValueId> conditions; ///< By need.
  RelationId dom = none, postDom = none;
};

} // namespace

FactBase factsOf(const Version &version, const datalog::Rules &rules) {
  return FactWriter(version, rules).write();
}

} // namespace heddle::diff
