// Rule text as it is written: names are not looked up yet.
#pragma once

#include "datalog/diagnostics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::datalog::syntax {

struct Name {
  std::string text;
  Position position;
};

struct Argument {
  enum class Kind : std::uint8_t { Variable, Number, String, Wildcard };
  Kind kind = Kind::Wildcard;
  std::string text;
  Position position;
};

struct Atom {
  Name name;
  std::vector<Argument> arguments;
};

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct Literal {
  enum class Kind : std::uint8_t { Atom, NegatedAtom, Comparison };
  Kind kind = Kind::Atom;
  Atom atom;
  Comparison comparison = Comparison::Equal;
  Argument left, right;
  Position position;
};

using Conjunction = std::vector<Literal>;

/// A fact or a rule. `A, B :- C; D.` has two heads and two alternatives.
struct Clause {
  std::vector<Atom> heads;
  std::vector<Conjunction> alternatives; ///< A fact has one that is empty.
  Position position;
};

struct Attribute {
  Name name;
  Name type;
};

struct Declaration {
  Name name;
  std::vector<Attribute> attributes;
};

struct Type {
  Name name;
  Name base;
};

struct Directive {
  enum class Kind : std::uint8_t { Input, Output };
  Kind kind = Kind::Input;
  Name relation;
};

struct Program {
  std::vector<Type> types;
  std::vector<Declaration> declarations;
  std::vector<Directive> directives;
  std::vector<Clause> clauses;
};

} // namespace heddle::datalog::syntax
