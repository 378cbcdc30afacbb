// The reference evaluator: Z3's fixedpoint engine (µZ) over bit-vectors.
//
// Values become their places in the order of their domain, so that comparisons are those of
// bit-vectors. A domain never fills its bit-vectors: Z3 would make formulas of the answers that
// list no values.
#include "datalog/evaluate.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <thread>
#include <z3.h>

namespace heddle::datalog {

namespace {

class Watch {
public:
  /// Interrupts the context when the limits are reached.
  Watch(Z3_context context, Budget &budget) : context(context), budget(budget) {
    const Limits &limits = budget.given();
    if (limits.seconds || limits.bytes || limits.cancel)
      thread = std::thread([this] { watch(); });
  }
  ~Watch() {
    isOver = true;
    if (thread.joinable())
      thread.join();
  }
  Watch(const Watch &) = delete;
  Watch &operator=(const Watch &) = delete;

private:
  void watch() {
    const std::uint64_t before = Z3_get_estimated_alloc_size();
    while (!isOver) {
      const std::uint64_t now = Z3_get_estimated_alloc_size();
      if (budget.look() || budget.exceeds(now > before ? now - before : 0))
        Z3_interrupt(context);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  Z3_context context;
  Budget &budget;
  std::atomic<bool> isOver = false;
  std::thread thread;
};

class Muz {
public:
  Muz(const Rules &rules, Database &database, Budget &budget)
      : rules(rules), database(database), budget(budget) {
    const Z3_config config = Z3_mk_config();
    z3 = Z3_mk_context(config);
    Z3_del_config(config);
    // Errors show in what is returned; by default they would end the process.
    Z3_set_error_handler(z3, [](Z3_context, Z3_error_code) {});
    fixedpoint = Z3_mk_fixedpoint(z3);
    Z3_fixedpoint_inc_ref(z3, fixedpoint);
  }
  ~Muz() {
    Z3_fixedpoint_dec_ref(z3, fixedpoint);
    Z3_del_context(z3);
  }
  Muz(const Muz &) = delete;
  Muz &operator=(const Muz &) = delete;

  support::Done run() {
    const Watch watch(z3, budget);
    setUp();
    for (const Rule &rule : rules.rules)
      addRule(rule);
    std::vector<std::vector<std::vector<ValueId>>> answers(rules.relations.size());
    for (const Stratum &stratum : rules.strata)
      if (!stratum.rules.empty())
        for (const RelationId relation : stratum.relations)
          if (!ask(relation, answers[relation]))
            return budget.look() ? budget.failure() : failure(relation);
    for (RelationId relation = 0; relation < answers.size(); ++relation)
      for (const auto &tuple : answers[relation])
        database.insert(relation, tuple);
    return support::done();
  }

private:
  Z3_symbol symbol(const std::string &text) { return Z3_mk_string_symbol(z3, text.c_str()); }

  support::Failure failure(RelationId relation) {
    return {fmt::format("Z3 gave up on the relation '{}': {}", rules.relations[relation].name,
                        Z3_get_error_code(z3) == Z3_OK
                            ? Z3_fixedpoint_get_reason_unknown(z3, fixedpoint)
                            : Z3_get_error_msg(z3, Z3_get_error_code(z3))),
            {}};
  }

  void setUp() {
    const Z3_params params = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, params);
    Z3_params_set_symbol(z3, params, symbol("engine"), symbol("datalog"));
    Z3_fixedpoint_set_params(z3, fixedpoint, params);
    Z3_params_dec_ref(z3, params);
    for (DomainId d = 0; d < database.domainCount(); ++d) {
      sorts.push_back(
          Z3_mk_bv_sort(z3, std::max<unsigned>(2, std::bit_width(database.domain(d).size() + 1))));
      ranks.push_back(database.domain(d).ranks());
      values.emplace_back(ranks.back().size());
      for (ValueId v = 0; v < ranks.back().size(); ++v)
        values.back()[ranks.back()[v]] = v;
    }
    for (RelationId r = 0; r < rules.relations.size(); ++r)
      addRelation(r);
  }

  Z3_func_decl declare(const std::string &name, const std::vector<Z3_sort> &columns) {
    const Z3_func_decl made =
        Z3_mk_func_decl(z3, symbol(name), columns.size(), columns.data(), Z3_mk_bool_sort(z3));
    Z3_fixedpoint_register_relation(z3, fixedpoint, made);
    return made;
  }

  void addRelation(RelationId relation) {
    const RelationInfo &info = rules.relations[relation];
    std::vector<Z3_sort> columns;
    for (const DomainId column : info.columns)
      columns.push_back(sorts[column]);
    predicates.push_back(declare(info.name, columns));
    if (database.relation(relation).isEmpty())
      return;
    if (columns.empty()) {
      Z3_fixedpoint_add_rule(z3, fixedpoint, Z3_mk_app(z3, predicates[relation], 0, nullptr),
                             nullptr);
      return;
    }
    // Facts of a relation that has rules too would be overlooked.
    const Z3_func_decl facts = declare(info.name + "!facts", columns);
    std::vector<Z3_ast> arguments;
    std::vector<Z3_app> variables;
    for (const Z3_sort column : columns) {
      arguments.push_back(Z3_mk_const(z3, symbol(fmt::format("f{}", arguments.size())), column));
      variables.push_back(Z3_to_app(z3, arguments.back()));
    }
    const Z3_ast rule =
        Z3_mk_implies(z3, Z3_mk_app(z3, facts, arguments.size(), arguments.data()),
                      Z3_mk_app(z3, predicates[relation], arguments.size(), arguments.data()));
    Z3_fixedpoint_add_rule(
        z3, fixedpoint,
        Z3_mk_forall_const(z3, 0, variables.size(), variables.data(), 0, nullptr, rule), nullptr);
    database.relation(relation).anyOf([&](std::span<const ValueId> tuple) {
      std::vector<unsigned> places;
      for (std::size_t i = 0; i < tuple.size(); ++i)
        places.push_back(ranks[info.columns[i]][tuple[i]]);
      Z3_fixedpoint_add_fact(z3, fixedpoint, facts, places.size(), places.data());
      return Z3_get_error_code(z3) != Z3_OK; // Interrupted.
    });
  }

  Z3_ast numeral(DomainId domain, ValueId value) {
    return Z3_mk_unsigned_int64(z3, ranks[domain][value], sorts[domain]);
  }

  Z3_ast variable(const std::string &name, DomainId domain) {
    const Z3_ast made = Z3_mk_const(z3, symbol(name), sorts[domain]);
    bound.push_back(Z3_to_app(z3, made));
    return made;
  }

  /// Wildcards become variables of their own.
  Z3_ast apply(const Atom &atom, const std::vector<Z3_ast> &variables) {
    std::vector<Z3_ast> arguments;
    const auto &columns = rules.relations[atom.relation].columns;
    for (std::size_t i = 0; i < atom.terms.size(); ++i) {
      const Term &term = atom.terms[i];
      arguments.push_back(term.isVariable() ? variables[term.index]
                          : term.isConstant()
                              ? numeral(columns[i], term.index)
                              : variable(fmt::format("w{}", bound.size()), columns[i]));
    }
    return Z3_mk_app(z3, predicates[atom.relation], arguments.size(), arguments.data());
  }

  /// Nothing under a negation may be left open: what has wildcards is projected first.
  Z3_ast negate(const Atom &atom, const std::vector<Z3_ast> &variables) {
    std::uint32_t kept = 0;
    std::vector<Z3_sort> columns;
    std::vector<Z3_ast> arguments, parameters, all;
    const auto &domains = rules.relations[atom.relation].columns;
    for (std::size_t i = 0; i < atom.terms.size(); ++i) {
      const Term &term = atom.terms[i];
      all.push_back(Z3_mk_const(z3, symbol(fmt::format("p{}", i)), sorts[domains[i]]));
      if (term.kind == Term::Kind::Wildcard)
        continue;
      kept |= 1U << i;
      columns.push_back(sorts[domains[i]]);
      parameters.push_back(all.back());
      arguments.push_back(term.isVariable() ? variables[term.index]
                                            : numeral(domains[i], term.index));
    }
    if (columns.size() == atom.terms.size())
      return Z3_mk_not(
          z3, Z3_mk_app(z3, predicates[atom.relation], arguments.size(), arguments.data()));
    auto &projected = projections[{atom.relation, kept}];
    if (!projected) {
      projected = declare(fmt::format("{}!{}", rules.relations[atom.relation].name, kept), columns);
      std::vector<Z3_app> apps;
      for (const Z3_ast each : all)
        apps.push_back(Z3_to_app(z3, each));
      const Z3_ast rule =
          Z3_mk_implies(z3, Z3_mk_app(z3, predicates[atom.relation], all.size(), all.data()),
                        Z3_mk_app(z3, projected, parameters.size(), parameters.data()));
      Z3_fixedpoint_add_rule(z3, fixedpoint,
                             Z3_mk_forall_const(z3, 0, apps.size(), apps.data(), 0, nullptr, rule),
                             nullptr);
    }
    return Z3_mk_not(z3, Z3_mk_app(z3, projected, arguments.size(), arguments.data()));
  }

  Z3_ast compare(const Comparison &comparison, const std::vector<Z3_ast> &variables) {
    const auto side = [&](const Term &term) {
      return term.isVariable() ? variables[term.index] : numeral(comparison.domain, term.index);
    };
    const Z3_ast left = side(comparison.left), right = side(comparison.right);
    switch (comparison.op) {
    case Operator::Equal:
      return Z3_mk_eq(z3, left, right);
    case Operator::NotEqual:
      return Z3_mk_not(z3, Z3_mk_eq(z3, left, right));
    case Operator::Less:
      return Z3_mk_bvult(z3, left, right);
    case Operator::LessEqual:
      return Z3_mk_bvule(z3, left, right);
    case Operator::Greater:
      return Z3_mk_bvugt(z3, left, right);
    case Operator::GreaterEqual:
      break;
    }
    return Z3_mk_bvuge(z3, left, right);
  }

  void addRule(const Rule &rule) {
    bound.clear();
    std::vector<Z3_ast> variables, body;
    for (std::size_t i = 0; i < rule.variables.size(); ++i)
      variables.push_back(variable(fmt::format("v{}", i), rule.variables[i].domain));
    for (const Atom &atom : rule.positive)
      body.push_back(apply(atom, variables));
    for (const Atom &atom : rule.negative)
      body.push_back(negate(atom, variables));
    for (const Comparison &comparison : rule.comparisons)
      body.push_back(compare(comparison, variables));
    const Z3_ast implies =
        Z3_mk_implies(z3, Z3_mk_and(z3, body.size(), body.data()), apply(rule.head, variables));
    Z3_fixedpoint_add_rule(
        z3, fixedpoint,
        bound.empty() ? implies
                      : Z3_mk_forall_const(z3, 0, bound.size(), bound.data(), 0, nullptr, implies),
        nullptr);
  }

  bool ask(RelationId relation, std::vector<std::vector<ValueId>> &tuples) {
    const Z3_lbool result = Z3_fixedpoint_query_relations(z3, fixedpoint, 1, &predicates[relation]);
    if (result == Z3_L_FALSE)
      return !budget.look();
    if (result != Z3_L_TRUE || budget.look())
      return false;
    const Z3_ast answer = Z3_fixedpoint_get_answer(z3, fixedpoint);
    return answer && Z3_get_error_code(z3) == Z3_OK && read(relation, answer, tuples);
  }

  Z3_decl_kind kindOf(Z3_ast ast) {
    return Z3_get_ast_kind(z3, ast) == Z3_APP_AST
               ? Z3_get_decl_kind(z3, Z3_get_app_decl(z3, Z3_to_app(z3, ast)))
               : Z3_OP_UNINTERPRETED;
  }

  /// A disjunction of tuples, each a conjunction of `column = value`.
  bool read(RelationId relation, Z3_ast answer, std::vector<std::vector<ValueId>> &tuples) {
    if (kindOf(answer) == Z3_OP_FALSE)
      return true;
    if (rules.relations[relation].columns.empty()) {
      tuples.emplace_back();
      return kindOf(answer) == Z3_OP_TRUE;
    }
    if (kindOf(answer) != Z3_OP_OR)
      return readTuple(relation, answer, tuples);
    const Z3_app disjunction = Z3_to_app(z3, answer);
    for (unsigned i = 0; i < Z3_get_app_num_args(z3, disjunction); ++i)
      if (!read(relation, Z3_get_app_arg(z3, disjunction, i), tuples))
        return false;
    return true;
  }

  bool readTuple(RelationId relation, Z3_ast written, std::vector<std::vector<ValueId>> &tuples) {
    const auto &columns = rules.relations[relation].columns;
    std::vector<ValueId> tuple(columns.size());
    std::uint32_t seen = 0;
    const bool isConjunction = kindOf(written) == Z3_OP_AND;
    const unsigned parts = isConjunction ? Z3_get_app_num_args(z3, Z3_to_app(z3, written)) : 1;
    for (unsigned i = 0; i < parts; ++i) {
      const Z3_ast part = isConjunction ? Z3_get_app_arg(z3, Z3_to_app(z3, written), i) : written;
      if (kindOf(part) != Z3_OP_EQ)
        return false;
      Z3_ast column = Z3_get_app_arg(z3, Z3_to_app(z3, part), 0);
      Z3_ast value = Z3_get_app_arg(z3, Z3_to_app(z3, part), 1);
      if (Z3_get_ast_kind(z3, column) != Z3_VAR_AST)
        std::swap(column, value);
      std::uint64_t place = 0;
      if (Z3_get_ast_kind(z3, column) != Z3_VAR_AST ||
          Z3_get_ast_kind(z3, value) != Z3_NUMERAL_AST || !Z3_get_numeral_uint64(z3, value, &place))
        return false;
      const unsigned number = Z3_get_index_value(z3, column);
      if (number >= columns.size() || place >= values[columns[number]].size())
        return false;
      tuple[number] = values[columns[number]][place];
      seen |= 1U << number;
    }
    if (seen + 1 != std::uint32_t{1} << columns.size())
      return false;
    tuples.push_back(std::move(tuple));
    return true;
  }

  const Rules &rules;
  Database &database;
  Budget &budget;
  Z3_context z3 = nullptr;
  Z3_fixedpoint fixedpoint = nullptr;
  std::vector<Z3_sort> sorts;
  std::vector<std::vector<std::uint32_t>> ranks; ///< By domain: place of each value.
  std::vector<std::vector<ValueId>> values;      ///< By domain: value at each place.
  std::vector<Z3_func_decl> predicates;
  std::map<std::pair<RelationId, std::uint32_t>, Z3_func_decl> projections;
  std::vector<Z3_app> bound; ///< Of the rule at hand.
};

} // namespace

support::Done evaluateMuz(const Rules &rules, Database &database, Budget &budget) {
  return Muz(rules, database, budget).run();
}

} // namespace heddle::datalog
