// The door of this room for rules: text in Soufflé's syntax becomes checked rules in strata.
//
// docs/datalog.md describes the language. What is accepted here means the same to Soufflé.
#pragma once

#include "datalog/diagnostics.h"
#include "datalog/domain.h"
#include "support/outcome.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::datalog {

struct Term {
  enum class Kind : std::uint8_t { Variable, Constant, Wildcard };
  Kind kind = Kind::Wildcard;
  std::uint32_t index = 0; ///< The rule's variable, or the value in the domain of the column.

  bool isVariable() const { return kind == Kind::Variable; }
  bool isConstant() const { return kind == Kind::Constant; }
  friend bool operator==(const Term &, const Term &) = default;
};

struct Atom {
  RelationId relation = 0;
  std::vector<Term> terms;
  Position position;
};

enum class Operator : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct Comparison {
  Operator op = Operator::Equal;
  Term left, right;
  DomainId domain = 0;
};

/// Every variable stands in a positive atom, and at most once in each of these.
struct Rule {
  Atom head;
  std::vector<Atom> positive, negative;
  std::vector<Comparison> comparisons;
  struct Variable {
    std::string name;
    DomainId domain;
  };
  std::vector<Variable> variables;
  Position position;
};

struct Fact {
  RelationId relation;
  std::vector<ValueId> values;
};

struct RelationInfo {
  std::string name;
  std::vector<std::string> attributes;
  std::vector<DomainId> columns;
  Position position;
  bool isInput = false;
  bool isOutput = false;
};

/// Relations that need each other, with the rules that derive them.
struct Stratum {
  std::vector<RelationId> relations;
  std::vector<std::uint32_t> rules;
  bool isRecursive = false;
};

struct Rules {
  std::vector<RuleFile> files;
  std::vector<Domain> domains; ///< With the constants of the text as their first values.
  std::vector<RelationInfo> relations;
  std::vector<Rule> rules;
  std::vector<Fact> facts;
  std::vector<Stratum> strata; ///< Each after those it needs.

  std::optional<RelationId> find(std::string_view name) const;
  std::optional<DomainId> findDomain(std::string_view name) const;
  /// FILE:LINE.
  std::string placeOf(Position position) const;
  /// A rule as it stands in the text, from its head to the final dot, on one line.
  std::string textOf(const Rule &rule) const;
};

/// Several files read like one. All errors that can be told apart are in the failure's detail, each
/// with its line and a caret.
support::Outcome<Rules> readRules(std::vector<RuleFile> files);

/// The rules of `rules/` that are part of this program, by file name ("rank1.dl").
std::optional<RuleFile> embeddedRules(std::string_view name);

} // namespace heddle::datalog
