#include "datalog/check.h"

#include "support/nearest.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace heddle::datalog {

namespace {

using syntax::Argument;

std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates) {
  const auto near = support::nearest(word, candidates);
  return near ? fmt::format("; did you mean '{}'?", *near) : "";
}

std::string_view nameOf(BaseType base) {
  return base == BaseType::Symbol ? "symbol" : base == BaseType::Number ? "number" : "unsigned";
}

bool holds(Operator op, std::strong_ordering order) {
  switch (op) {
  case Operator::Equal:
    return order == 0;
  case Operator::NotEqual:
    return order != 0;
  case Operator::Less:
    return order < 0;
  case Operator::LessEqual:
    return order <= 0;
  case Operator::Greater:
    return order > 0;
  case Operator::GreaterEqual:
    return order >= 0;
  }
  return false;
}

/// One head and one alternative of a clause on their way to a rule.
class RuleBuilder {
public:
  RuleBuilder(Rules &rules, const std::unordered_map<std::string, RelationId> &ids,
              const std::vector<std::string> &names, Diagnostics &diagnostics)
      : rules(rules), ids(ids), names(names), diagnostics(diagnostics) {}

  void build(const syntax::Clause &clause, const syntax::Atom &head,
             const syntax::Conjunction &body) {
    const std::size_t errors = diagnostics.count();
    // Types first, so that all errors of a rule are told at once.
    const auto headRelation = resolve(head);
    if (headRelation)
      typeArguments(head, *headRelation);
    for (const syntax::Literal &literal : body)
      if (literal.kind != syntax::Literal::Kind::Comparison)
        if (const auto relation = resolve(literal.atom))
          typeArguments(literal.atom, *relation);
    for (const syntax::Literal &literal : body)
      if (literal.kind == syntax::Literal::Kind::Comparison)
        typeComparison(literal);
    if (diagnostics.count() != errors)
      return;
    ground(body);
    checkGrounded(head, body);
    if (diagnostics.count() != errors || neverHolds)
      return;
    finish(clause, head, *headRelation, body);
  }

private:
  /// Variables by name. Equal ones share a representative.
  struct Variable {
    std::string name;
    std::optional<DomainId> domain;
    Position seen; ///< Where its domain comes from.
    std::uint32_t same;
    std::optional<ValueId> constant;
    bool isGrounded = false;
    std::optional<std::uint32_t> number; ///< In the finished rule.
  };

  std::optional<RelationId> resolve(const syntax::Atom &atom) {
    const auto found = ids.find(atom.name.text);
    if (found == ids.end()) {
      diagnostics.report(atom.name.position,
                         fmt::format("relation '{}' is not declared{}", atom.name.text,
                                     didYouMean(atom.name.text, names)));
      return std::nullopt;
    }
    const RelationInfo &info = rules.relations[found->second];
    if (info.columns.size() != atom.arguments.size()) {
      diagnostics.report(atom.name.position,
                         fmt::format("'{}' has {} argument{}, not {}", info.name,
                                     info.columns.size(), info.columns.size() == 1 ? "" : "s",
                                     atom.arguments.size()));
      return std::nullopt;
    }
    return found->second;
  }

  std::uint32_t variable(const std::string &name) {
    const auto [entry, isNew] = byName.try_emplace(name, variables.size());
    if (isNew)
      variables.push_back(
          {name, {}, {}, static_cast<std::uint32_t>(variables.size()), {}, false, {}});
    return entry->second;
  }
  std::uint32_t representative(std::uint32_t v) const {
    while (variables[v].same != v)
      v = variables[v].same;
    return v;
  }

  void typeArguments(const syntax::Atom &atom, RelationId relation) {
    const RelationInfo &info = rules.relations[relation];
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      const Argument &argument = atom.arguments[i];
      if (argument.kind == Argument::Kind::Variable)
        typeVariable(argument, info.columns[i], info.name);
      else if (argument.kind != Argument::Kind::Wildcard)
        constant(argument, info.columns[i],
                 fmt::format("attribute '{}' of '{}'", info.attributes[i], info.name));
    }
  }

  void typeVariable(const Argument &argument, DomainId domain, const std::string &relation) {
    Variable &v = variables[variable(argument.text)];
    if (!v.domain) {
      v.domain = domain;
      v.seen = argument.position;
    } else if (*v.domain != domain) {
      diagnostics.report(argument.position,
                         fmt::format("'{}' is of type {} (line {}), but '{}' wants {} here",
                                     argument.text, rules.domains[*v.domain].name(),
                                     placeOf(rules.files[v.seen.file], v.seen.offset).line,
                                     relation, rules.domains[domain].name()));
    }
  }

  std::optional<ValueId> constant(const Argument &argument, DomainId id, const std::string &where) {
    Domain &domain = rules.domains[id];
    const bool isString = argument.kind == Argument::Kind::String;
    if (isString != (domain.base() == BaseType::Symbol)) {
      diagnostics.report(argument.position,
                         fmt::format("{} is of type {}: expected a {}", where, domain.name(),
                                     isString ? "number" : "string in quotes"));
      return std::nullopt;
    }
    const auto value = domain.intern(argument.text);
    if (!value)
      diagnostics.report(
          argument.position,
          fmt::format("'{}' is no {} of 32 bits", argument.text,
                      domain.base() == BaseType::Number ? "number" : "unsigned number"));
    return value;
  }

  void typeComparison(const syntax::Literal &literal) {
    for (const Argument *side : {&literal.left, &literal.right})
      if (side->kind == Argument::Kind::Wildcard) {
        diagnostics.report(side->position, "'_' cannot be compared");
        return;
      }
    const bool left = literal.left.kind == Argument::Kind::Variable;
    const bool right = literal.right.kind == Argument::Kind::Variable;
    if (!left && !right)
      return compareConstants(literal);
    // Only what an atom says has a type by then; `x = y` hands it on.
    const auto domainOf = [&](const Argument &side) {
      return variables[variable(side.text)].domain;
    };
    std::optional<DomainId> domain = left ? domainOf(literal.left) : domainOf(literal.right);
    if (left && right) {
      const auto other = domainOf(literal.right);
      if (domain && other && *domain != *other) {
        diagnostics.report(literal.position,
                           fmt::format("'{}' is of type {} and '{}' of type {}: they cannot be "
                                       "compared",
                                       literal.left.text, rules.domains[*domain].name(),
                                       literal.right.text, rules.domains[*other].name()));
        return;
      }
      if (!domain)
        domain = other;
      for (const Argument *side : {&literal.left, &literal.right})
        if (domain && !domainOf(*side))
          typeVariable(*side, *domain, {});
      return;
    }
    if (domain)
      constant(left ? literal.right : literal.left, *domain,
               fmt::format("'{}'", left ? literal.left.text : literal.right.text));
  }

  void compareConstants(const syntax::Literal &literal) {
    if (literal.left.kind != literal.right.kind) {
      diagnostics.report(literal.position, "a string and a number cannot be compared");
      return;
    }
    if (literal.left.kind == Argument::Kind::String) {
      neverHolds |= !holds(static_cast<Operator>(literal.comparison),
                           literal.left.text <=> literal.right.text);
      return;
    }
    Domain numbers("number", BaseType::Number);
    std::vector<ValueId> both;
    for (const Argument *side : {&literal.left, &literal.right}) {
      const auto value = numbers.intern(side->text);
      if (!value)
        diagnostics.report(side->position, fmt::format("'{}' is no number of 32 bits", side->text));
      both.push_back(value.value_or(0));
    }
    if (numbers.size() == 0)
      return;
    const auto ranks = numbers.ranks();
    neverHolds |=
        !holds(static_cast<Operator>(literal.comparison), ranks[both[0]] <=> ranks[both[1]]);
  }

  /// Finds which variables have values to range over, and makes equal ones the same.
  void ground(const syntax::Conjunction &body) {
    for (const syntax::Literal &literal : body)
      if (literal.kind == syntax::Literal::Kind::Atom)
        for (const Argument &argument : literal.atom.arguments)
          if (argument.kind == Argument::Kind::Variable)
            variables[variable(argument.text)].isGrounded = true;
    for (const syntax::Literal &literal : body) {
      if (literal.kind != syntax::Literal::Kind::Comparison ||
          literal.comparison != syntax::Comparison::Equal)
        continue;
      const bool left = literal.left.kind == Argument::Kind::Variable;
      const bool right = literal.right.kind == Argument::Kind::Variable;
      if (left && right)
        unite(representative(variable(literal.left.text)),
              representative(variable(literal.right.text)), literal);
      else if (left || right)
        fix(representative(variable(left ? literal.left.text : literal.right.text)),
            left ? literal.right : literal.left);
    }
  }

  void unite(std::uint32_t a, std::uint32_t b, const syntax::Literal &literal) {
    if (a == b)
      return;
    if (variables[a].domain && variables[b].domain && *variables[a].domain != *variables[b].domain)
      diagnostics.report(literal.position, fmt::format("'{}' and '{}' are of different types",
                                                       variables[a].name, variables[b].name));
    variables[b].same = a;
    variables[a].isGrounded |= variables[b].isGrounded;
    if (!variables[a].domain)
      variables[a].domain = variables[b].domain;
    if (variables[b].constant)
      setConstant(a, *variables[b].constant);
  }
  void fix(std::uint32_t v, const Argument &argument) {
    if (!variables[v].domain)
      return; // Stands nowhere else: reported as not grounded, or true of itself.
    if (const auto value =
            constant(argument, *variables[v].domain, fmt::format("'{}'", variables[v].name)))
      setConstant(v, *value);
  }
  void setConstant(std::uint32_t v, ValueId value) {
    neverHolds |= variables[v].constant && *variables[v].constant != value;
    variables[v].constant = value;
    variables[v].isGrounded = true;
  }

  void checkGrounded(const syntax::Atom &head, const syntax::Conjunction &body) {
    const auto require = [&](const Argument &argument, std::string_view where) {
      if (argument.kind == Argument::Kind::Variable &&
          !variables[representative(variable(argument.text))].isGrounded)
        diagnostics.report(argument.position,
                           fmt::format("'{}' {} has no values to range over: it must stand in a "
                                       "relation that is not negated",
                                       argument.text, where));
    };
    for (const Argument &argument : head.arguments) {
      if (argument.kind == Argument::Kind::Wildcard)
        diagnostics.report(argument.position, "'_' cannot stand in the head of a rule");
      require(argument, "in the head");
    }
    for (const syntax::Literal &literal : body) {
      if (literal.kind == syntax::Literal::Kind::Comparison) {
        require(literal.left, "in a comparison");
        require(literal.right, "in a comparison");
      } else if (literal.kind == syntax::Literal::Kind::NegatedAtom) {
        for (const Argument &argument : literal.atom.arguments)
          require(argument, "under negation");
      }
    }
  }

  Term term(const Argument &argument, DomainId domain) {
    if (argument.kind == Argument::Kind::Wildcard)
      return {Term::Kind::Wildcard, 0};
    if (argument.kind != Argument::Kind::Variable)
      return {Term::Kind::Constant, *rules.domains[domain].intern(argument.text)};
    Variable &v = variables[representative(variable(argument.text))];
    if (v.constant)
      return {Term::Kind::Constant, *v.constant};
    if (!v.number) {
      v.number = static_cast<std::uint32_t>(rule.variables.size());
      rule.variables.push_back({v.name, domain});
    }
    return {Term::Kind::Variable, *v.number};
  }

  Atom atom(const syntax::Atom &written) {
    Atom made{ids.at(written.name.text), {}, written.name.position};
    const RelationInfo &info = rules.relations[made.relation];
    for (std::size_t i = 0; i < written.arguments.size(); ++i)
      made.terms.push_back(term(written.arguments[i], info.columns[i]));
    return made;
  }

  /// `R(x,x)` is `R(x,y), x = y`: an atom that is joined has each variable once.
  void separate(Atom &made) {
    for (std::size_t i = 1; i < made.terms.size(); ++i) {
      if (!made.terms[i].isVariable() || std::find(made.terms.begin(), made.terms.begin() + i,
                                                   made.terms[i]) == made.terms.begin() + i)
        continue;
      const Rule::Variable original = rule.variables[made.terms[i].index];
      const Term copy{Term::Kind::Variable, static_cast<std::uint32_t>(rule.variables.size())};
      rule.variables.push_back(original);
      rule.comparisons.push_back({Operator::Equal, made.terms[i], copy, original.domain});
      made.terms[i] = copy;
    }
  }

  void finish(const syntax::Clause &clause, const syntax::Atom &head, RelationId headRelation,
              const syntax::Conjunction &body) {
    rule.position = clause.position;
    for (const syntax::Literal &literal : body)
      if (literal.kind == syntax::Literal::Kind::Atom) {
        rule.positive.push_back(atom(literal.atom));
        separate(rule.positive.back());
      }
    for (const syntax::Literal &literal : body) {
      if (literal.kind == syntax::Literal::Kind::NegatedAtom)
        rule.negative.push_back(atom(literal.atom));
      else if (literal.kind == syntax::Literal::Kind::Comparison)
        compare(literal);
    }
    rule.head = atom(head);
    if (neverHolds)
      return;
    if (!rule.positive.empty() || !rule.negative.empty() || !rule.comparisons.empty()) {
      rules.rules.push_back(std::move(rule));
      return;
    }
    Fact fact{headRelation, {}};
    for (const Term &value : rule.head.terms)
      fact.values.push_back(value.index);
    rules.facts.push_back(std::move(fact));
  }

  void compare(const syntax::Literal &literal) {
    if (literal.comparison == syntax::Comparison::Equal)
      return; // Is one variable by now, or a constant.
    const Argument &known =
        literal.left.kind == Argument::Kind::Variable ? literal.left : literal.right;
    if (known.kind != Argument::Kind::Variable)
      return; // Two constants.
    const DomainId domain = *variables[representative(variable(known.text))].domain;
    const Comparison made{static_cast<Operator>(literal.comparison), term(literal.left, domain),
                          term(literal.right, domain), domain};
    if (made.left.isVariable() || made.right.isVariable()) {
      if (made.left == made.right)
        neverHolds |= !holds(made.op, std::strong_ordering::equal);
      else
        rule.comparisons.push_back(made);
      return;
    }
    const auto ranks = rules.domains[domain].ranks();
    neverHolds |= !holds(made.op, ranks[made.left.index] <=> ranks[made.right.index]);
  }

  Rules &rules;
  const std::unordered_map<std::string, RelationId> &ids;
  const std::vector<std::string> &names;
  Diagnostics &diagnostics;
  std::map<std::string, std::uint32_t> byName;
  std::vector<Variable> variables;
  bool neverHolds = false;
  Rule rule;
};

void declareTypes(const syntax::Program &program, Rules &rules, Diagnostics &diagnostics) {
  for (const BaseType base : {BaseType::Symbol, BaseType::Number, BaseType::Unsigned})
    rules.domains.emplace_back(std::string(nameOf(base)), base);
  for (const syntax::Type &type : program.types) {
    if (rules.findDomain(type.name.text)) {
      diagnostics.report(type.name.position,
                         fmt::format("there is a type '{}' already", type.name.text));
      continue;
    }
    const auto base = rules.findDomain(type.base.text);
    if (!base || *base > 2)
      diagnostics.report(
          type.base.position,
          fmt::format("expected 'symbol', 'number' or 'unsigned', not '{}'", type.base.text));
    rules.domains.emplace_back(type.name.text,
                               base ? rules.domains[*base].base() : BaseType::Symbol);
  }
}

RelationInfo describe(const syntax::Declaration &declaration, const Rules &rules,
                      Diagnostics &diagnostics) {
  RelationInfo info{declaration.name.text, {}, {}, declaration.name.position};
  std::vector<std::string> types;
  for (const Domain &domain : rules.domains)
    types.push_back(domain.name());
  for (const syntax::Attribute &attribute : declaration.attributes) {
    if (std::ranges::find(info.attributes, attribute.name.text) != info.attributes.end())
      diagnostics.report(attribute.name.position, fmt::format("'{}' has an attribute '{}' already",
                                                              info.name, attribute.name.text));
    const auto domain = rules.findDomain(attribute.type.text);
    if (!domain)
      diagnostics.report(attribute.type.position,
                         fmt::format("there is no type '{}'{}", attribute.type.text,
                                     didYouMean(attribute.type.text, types)));
    info.attributes.push_back(attribute.name.text);
    info.columns.push_back(domain.value_or(0));
  }
  return info;
}

} // namespace

void checkDeclarations(const syntax::Program &program, Rules &rules, Diagnostics &diagnostics) {
  declareTypes(program, rules, diagnostics);
  constexpr std::size_t mostAttributes = 16;
  for (const syntax::Declaration &declaration : program.declarations) {
    if (const auto other = rules.find(declaration.name.text)) {
      diagnostics.report(declaration.name.position,
                         fmt::format("relation '{}' is declared already ({})",
                                     declaration.name.text,
                                     rules.placeOf(rules.relations[*other].position)));
      continue;
    }
    if (declaration.attributes.size() > mostAttributes)
      diagnostics.report(declaration.name.position,
                         fmt::format("relation '{}' has more than {} attributes",
                                     declaration.name.text, mostAttributes));
    rules.relations.push_back(describe(declaration, rules, diagnostics));
  }
  std::vector<std::string> names;
  for (const RelationInfo &info : rules.relations)
    names.push_back(info.name);
  for (const syntax::Directive &directive : program.directives) {
    const auto relation = rules.find(directive.relation.text);
    if (!relation) {
      diagnostics.report(directive.relation.position,
                         fmt::format("relation '{}' is not declared{}", directive.relation.text,
                                     didYouMean(directive.relation.text, names)));
      continue;
    }
    RelationInfo &info = rules.relations[*relation];
    (directive.kind == syntax::Directive::Kind::Input ? info.isInput : info.isOutput) = true;
  }
}

void checkClauses(const syntax::Program &program, Rules &rules, Diagnostics &diagnostics) {
  std::unordered_map<std::string, RelationId> ids;
  std::vector<std::string> names;
  for (const RelationInfo &info : rules.relations) {
    ids.emplace(info.name, names.size());
    names.push_back(info.name);
  }
  for (const syntax::Clause &clause : program.clauses)
    for (const syntax::Atom &head : clause.heads)
      for (const syntax::Conjunction &body : clause.alternatives)
        RuleBuilder(rules, ids, names, diagnostics).build(clause, head, body);
}

} // namespace heddle::datalog
