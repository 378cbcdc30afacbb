// Words of rule text.
#pragma once

#include "datalog/diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::datalog {

enum class TokenKind : std::uint8_t {
  Name,      ///< x, MustHb, ?x
  Directive, ///< .decl, .input: with the dot
  Number,
  String,  ///< `text` is what it stands for, without quotes and escapes
  If,      ///< :-
  Subtype, ///< <:
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Not,
  Comma,
  Semicolon,
  Colon,
  Dot,
  Open,
  Close,
  Wildcard,
  Pipe,
  Bad, ///< Was reported.
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Position position;
  std::string text;
};

/// What a kind is called in messages.
std::string_view describe(TokenKind kind);
/// What a token is called in messages: its own text where it has one.
std::string describe(const Token &token);

/// All tokens of a file, the last one of kind End.
std::vector<Token> tokenise(const RuleFile &file, std::uint32_t number, Diagnostics &diagnostics);

} // namespace heddle::datalog
