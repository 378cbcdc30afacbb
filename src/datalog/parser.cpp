#include "datalog/parser.h"

#include "datalog/lexer.h"
#include "support/nearest.h"

#include <array>
#include <fmt/format.h>
#include <optional>

namespace heddle::datalog {

namespace {

using syntax::Argument;
using syntax::Atom;
using syntax::Clause;
using syntax::Conjunction;
using syntax::Literal;
using syntax::Name;

using Alternatives = std::vector<Conjunction>;

constexpr std::size_t mostAlternatives = 256; ///< Of one clause, once `;` is multiplied out.
constexpr std::size_t mostLiterals = 20'000;  ///< In all alternatives of one clause.
constexpr unsigned deepest = 64;              ///< Groups in groups.

/// Nothing: an error was reported.
template <class T> using Maybe = std::optional<T>;

std::optional<syntax::Comparison> comparisonOf(TokenKind kind) {
  if (kind < TokenKind::Equal || kind > TokenKind::GreaterEqual)
    return std::nullopt;
  return static_cast<syntax::Comparison>(static_cast<int>(kind) -
                                         static_cast<int>(TokenKind::Equal));
}

class Parser {
public:
  Parser(std::vector<Token> tokens, syntax::Program &program, Diagnostics &diagnostics)
      : tokens(std::move(tokens)), program(program), diagnostics(diagnostics) {}

  void run() {
    while (peek().kind != TokenKind::End) {
      const bool isDone = peek().kind == TokenKind::Directive ? parseDirective() : parseClause();
      if (!isDone)
        skipClause();
    }
  }

private:
  const Token &peek(std::size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  Token take() {
    Token token = peek();
    if (at + 1 < tokens.size())
      ++at;
    return token;
  }
  bool accept(TokenKind kind) {
    if (peek().kind != kind)
      return false;
    take();
    return true;
  }
  bool fail(std::string_view expected) {
    diagnostics.report(peek().position,
                       fmt::format("expected {}, not {}", expected, describe(peek())));
    return false;
  }
  bool expect(TokenKind kind, std::string_view where) {
    return accept(kind) || fail(fmt::format("{} {}", describe(kind), where));
  }
  Maybe<Name> expectName(std::string_view what) {
    if (peek().kind != TokenKind::Name) {
      fail(what);
      return std::nullopt;
    }
    const Token token = take();
    return Name{token.text, token.position};
  }

  /// To where the next clause probably begins.
  void skipClause() {
    while (peek().kind != TokenKind::End && peek().kind != TokenKind::Directive)
      if (take().kind == TokenKind::Dot)
        return;
  }

  bool parseDirective() {
    const Token word = take();
    if (word.text == ".decl")
      return parseDeclaration();
    if (word.text == ".type")
      return parseType();
    if (word.text == ".input")
      return parseIo(syntax::Directive::Kind::Input);
    if (word.text == ".output" || word.text == ".printsize")
      return parseIo(syntax::Directive::Kind::Output);
    static const std::array<std::string, 5> known{".decl", ".type", ".input", ".output",
                                                  ".printsize"};
    const auto near = support::nearest(word.text, known);
    diagnostics.report(
        word.position,
        near ? fmt::format("there is no directive '{}'; did you mean '{}'?", word.text, *near)
             : fmt::format("there is no directive '{}'; expected .decl, .type, "
                           ".input, .output or .printsize",
                           word.text));
    return false;
  }

  bool parseType() {
    const auto name = expectName("the name of a type after '.type'");
    if (!name)
      return false;
    if (peek().kind != TokenKind::Subtype && peek().kind != TokenKind::Equal)
      return fail("'<:' after the name of a type");
    if (take().kind == TokenKind::Equal) {
      diagnostics.report(name->position, fmt::format("only subtypes are known here: write "
                                                     "'.type {} <: symbol'",
                                                     name->text));
      return false;
    }
    const auto base = expectName("'symbol', 'number' or 'unsigned' after '<:'");
    if (!base)
      return false;
    program.types.push_back({*name, *base});
    return true;
  }

  bool parseDeclaration() {
    const auto name = expectName("the name of a relation after '.decl'");
    if (!name || !expect(TokenKind::Open, "after the name of a relation"))
      return false;
    syntax::Declaration declaration{*name, {}};
    while (!accept(TokenKind::Close)) {
      if (!declaration.attributes.empty() && !accept(TokenKind::Comma))
        return fail("',' or ')' after an attribute");
      const auto attribute = expectName("the name of an attribute");
      if (!attribute || !expect(TokenKind::Colon, "and a type after the name of an attribute"))
        return false;
      const auto type = expectName("a type ('symbol', 'number', 'unsigned' or one of .type)");
      if (!type)
        return false;
      declaration.attributes.push_back({*attribute, *type});
    }
    program.declarations.push_back(std::move(declaration));
    return true;
  }

  bool parseIo(syntax::Directive::Kind kind) {
    do {
      const auto name = expectName("the name of a relation");
      if (!name || (accept(TokenKind::Open) && !parseParameters(*name)))
        return false;
      program.directives.push_back({kind, *name});
    } while (accept(TokenKind::Comma));
    return true;
  }

  /// Files are where `saveFacts` and `loadFacts` have them; parameters may say so.
  bool parseParameters(const Name &relation) {
    bool isFirst = true;
    for (; !accept(TokenKind::Close); isFirst = false) {
      if (!isFirst && !expect(TokenKind::Comma, "or ')' after a parameter"))
        return false;
      const auto key = expectName("the name of a parameter");
      if (!key || !expect(TokenKind::Equal, "after the name of a parameter"))
        return false;
      if (peek().kind != TokenKind::Name && peek().kind != TokenKind::String)
        return fail("the value of a parameter");
      const Token value = take();
      const bool isKnown = (key->text == "IO" && value.text == "file") ||
                           (key->text == "delimiter" && value.text == "\t") ||
                           (key->text == "filename" && (value.text == relation.text + ".facts" ||
                                                        value.text == relation.text + ".csv"));
      if (!isKnown) {
        diagnostics.report(key->position,
                           fmt::format("this parameter cannot be set: '{0}' is read from "
                                       "'{0}.facts' and written to '{0}.csv', with tabs",
                                       relation.text));
        return false;
      }
    }
    return true;
  }

  Maybe<Argument> parseArgument() {
    static constexpr std::string_view expected = "a variable, a constant or '_'";
    Argument argument;
    argument.position = peek().position;
    argument.text = peek().text;
    switch (peek().kind) {
    case TokenKind::Name:
      argument.kind = Argument::Kind::Variable;
      break;
    case TokenKind::Number:
      argument.kind = Argument::Kind::Number;
      break;
    case TokenKind::String:
      argument.kind = Argument::Kind::String;
      break;
    case TokenKind::Wildcard:
      argument.kind = Argument::Kind::Wildcard;
      break;
    default:
      fail(expected);
      return std::nullopt;
    }
    take();
    return argument;
  }

  Maybe<Atom> parseAtom() {
    const auto name = expectName("a relation");
    if (!name || !expect(TokenKind::Open, "after the name of a relation"))
      return std::nullopt;
    Atom atom{*name, {}};
    while (!accept(TokenKind::Close)) {
      if (!atom.arguments.empty() && !accept(TokenKind::Comma)) {
        fail("',' or ')' after an argument");
        return std::nullopt;
      }
      auto argument = parseArgument();
      if (!argument)
        return std::nullopt;
      atom.arguments.push_back(std::move(*argument));
    }
    return atom;
  }

  Maybe<Literal> parseLiteral() {
    Literal literal;
    literal.position = peek().position;
    const bool isNegated = accept(TokenKind::Not);
    if (peek().kind == TokenKind::Name && peek(1).kind == TokenKind::Open) {
      auto atom = parseAtom();
      if (!atom)
        return std::nullopt;
      literal.kind = isNegated ? Literal::Kind::NegatedAtom : Literal::Kind::Atom;
      literal.atom = std::move(*atom);
      return literal;
    }
    if (isNegated) {
      fail("a relation after '!'");
      return std::nullopt;
    }
    if (peek().kind == TokenKind::End || peek().kind == TokenKind::Dot) {
      fail("a relation or a comparison");
      return std::nullopt;
    }
    auto left = parseArgument();
    if (!left)
      return std::nullopt;
    const auto comparison = comparisonOf(peek().kind);
    if (!comparison) {
      fail(left->kind == Argument::Kind::Variable ? "'(' or a comparison" : "a comparison");
      return std::nullopt;
    }
    take();
    auto right = parseArgument();
    if (!right)
      return std::nullopt;
    literal.kind = Literal::Kind::Comparison;
    literal.comparison = *comparison;
    literal.left = std::move(*left);
    literal.right = std::move(*right);
    return literal;
  }

  /// `a` and `b`, multiplied out.
  Maybe<Alternatives> both(const Alternatives &a, const Alternatives &b, Position position) {
    std::size_t literals = 0;
    for (const Conjunction &first : a)
      for (const Conjunction &second : b)
        literals += first.size() + second.size();
    if (a.size() * b.size() > mostAlternatives || literals > mostLiterals) {
      diagnostics.report(position, fmt::format("this rule has more than {} alternatives once ';' "
                                               "is multiplied out: give parts of it a relation",
                                               mostAlternatives));
      return std::nullopt;
    }
    Alternatives result;
    for (const Conjunction &first : a)
      for (const Conjunction &second : b) {
        result.push_back(first);
        result.back().insert(result.back().end(), second.begin(), second.end());
      }
    return result;
  }

  Maybe<Alternatives> parseTerm(unsigned depth) {
    if (peek().kind != TokenKind::Open) {
      auto literal = parseLiteral();
      if (!literal)
        return std::nullopt;
      return Alternatives{{std::move(*literal)}};
    }
    if (depth >= deepest) {
      diagnostics.report(peek().position, "groups are nested too deep here");
      return std::nullopt;
    }
    take();
    auto group = parseBody(depth + 1);
    if (!group || !expect(TokenKind::Close, "at the end of a group"))
      return std::nullopt;
    return group;
  }

  Maybe<Alternatives> parseBody(unsigned depth) {
    Alternatives all;
    do {
      Maybe<Alternatives> conjunction = Alternatives{{}};
      do {
        const Position position = peek().position;
        const auto term = parseTerm(depth);
        if (!term)
          return std::nullopt;
        // A plain literal is the usual case, and needs no copies.
        if (conjunction->size() == 1 && term->size() == 1 &&
            conjunction->front().size() < mostLiterals)
          conjunction->front().insert(conjunction->front().end(), term->front().begin(),
                                      term->front().end());
        else
          conjunction = both(*conjunction, *term, position);
        if (!conjunction)
          return std::nullopt;
      } while (accept(TokenKind::Comma));
      all.insert(all.end(), conjunction->begin(), conjunction->end());
    } while (accept(TokenKind::Semicolon));
    if (all.size() > mostAlternatives)
      return both(all, {{}}, peek().position); // Reports it.
    return all;
  }

  bool parseClause() {
    Clause clause;
    clause.position = peek().position;
    if (peek().kind != TokenKind::Name)
      return fail("a relation or a directive");
    do {
      auto head = parseAtom();
      if (!head)
        return false;
      clause.heads.push_back(std::move(*head));
    } while (accept(TokenKind::Comma));
    if (peek().kind != TokenKind::If && peek().kind != TokenKind::Dot)
      return fail("':-' or '.' after the head of a rule");
    clause.alternatives = {{}};
    if (accept(TokenKind::If)) {
      auto body = parseBody(0);
      if (!body)
        return false;
      clause.alternatives = std::move(*body);
    }
    if (peek().kind != TokenKind::Dot)
      return fail("',', ';' or '.' in a rule");
    take();
    program.clauses.push_back(std::move(clause));
    return true;
  }

  std::vector<Token> tokens;
  syntax::Program &program;
  Diagnostics &diagnostics;
  std::size_t at = 0;
};

} // namespace

syntax::Program parse(std::span<const RuleFile> files, Diagnostics &diagnostics) {
  syntax::Program program;
  for (std::uint32_t i = 0; i < files.size(); ++i)
    Parser(tokenise(files[i], i, diagnostics), program, diagnostics).run();
  return program;
}

} // namespace heddle::datalog
