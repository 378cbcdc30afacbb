#include "datalog/lexer.h"

#include "support/layout.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace heddle::datalog {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '?';
}
bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c);
}

class Lexer {
public:
  Lexer(const RuleFile &file, std::uint32_t number, Diagnostics &diagnostics)
      : text(file.text), number(number), diagnostics(diagnostics) {}

  std::vector<Token> run() {
    while (true) {
      skipSpace();
      tokens.push_back({TokenKind::End, here(), {}});
      if (at >= text.size())
        return std::move(tokens);
      readToken(tokens.back());
      if (tokens.back().kind == TokenKind::Bad)
        tokens.pop_back();
    }
  }

private:
  Position here() const { return {number, static_cast<std::uint32_t>(at)}; }
  char peek(std::size_t ahead = 0) const {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }
  bool startsWith(std::string_view what) const { return text.substr(at).starts_with(what); }

  void skipSpace() {
    while (at < text.size()) {
      if (startsWith("//")) {
        at = std::min(text.find('\n', at), text.size());
      } else if (startsWith("/*")) {
        const std::size_t end = text.find("*/", at + 2);
        if (end == std::string_view::npos)
          diagnostics.report(here(), "this comment does not end: expected '*/'");
        at = end == std::string_view::npos ? text.size() : end + 2;
      } else if (startsWith("\xEF\xBB\xBF") && at == 0) {
        at += 3;
      } else if (std::string_view(" \t\r\n\f\v").find(text[at]) != std::string_view::npos) {
        ++at;
      } else {
        return;
      }
    }
  }

  void readToken(Token &token) {
    const std::size_t start = at;
    if (peek() == '"')
      return readString(token);
    if (isDigit(peek()) || (peek() == '-' && isDigit(peek(1)))) {
      token.kind = TokenKind::Number;
      ++at;
      while (isNamePart(peek()))
        ++at;
    } else if (isNameStart(peek())) {
      while (isNamePart(peek()))
        ++at;
      token.kind = text.substr(start, at - start) == "_" ? TokenKind::Wildcard : TokenKind::Name;
    } else if (const std::size_t length = directiveLength()) {
      at += length;
      token.kind = TokenKind::Directive;
    } else {
      return readSign(token);
    }
    token.text = text.substr(start, at - start);
  }

  /// A dot right before a word ends a rule, unless the word is a directive's or the dot is the
  /// first thing of its line.
  std::size_t directiveLength() const {
    if (peek() != '.' || !isNameStart(peek(1)))
      return 0;
    std::size_t length = 1;
    while (isNamePart(peek(length)))
      ++length;
    const std::string_view word = text.substr(at, length);
    for (const std::string_view known : {".decl", ".type", ".input", ".output", ".printsize"})
      if (word == known)
        return length;
    const std::size_t line = text.rfind('\n', at);
    const bool isFirst = tokens.size() < 2 || (line != std::string_view::npos &&
                                               tokens[tokens.size() - 2].position.offset < line);
    return isFirst ? length : 0;
  }

  void readSign(Token &token) {
    static constexpr std::array<std::pair<std::string_view, TokenKind>, 16> signs{{
        {":-", TokenKind::If},
        {"<:", TokenKind::Subtype},
        {"!=", TokenKind::NotEqual},
        {"<=", TokenKind::LessEqual},
        {">=", TokenKind::GreaterEqual},
        {"=", TokenKind::Equal},
        {"<", TokenKind::Less},
        {">", TokenKind::Greater},
        {"!", TokenKind::Not},
        {",", TokenKind::Comma},
        {";", TokenKind::Semicolon},
        {":", TokenKind::Colon},
        {".", TokenKind::Dot},
        {"(", TokenKind::Open},
        {")", TokenKind::Close},
        {"|", TokenKind::Pipe},
    }};
    for (const auto &[sign, kind] : signs)
      if (startsWith(sign)) {
        token.kind = kind;
        at += sign.size();
        return;
      }
    token.kind = TokenKind::Bad;
    std::size_t length = 1;
    while ((static_cast<unsigned char>(peek(length)) & 0xC0) == 0x80)
      ++length;
    diagnostics.report(token.position, fmt::format("'{}' means nothing in rules",
                                                   support::printable(text.substr(at, length))));
    at += length;
  }

  void readString(Token &token) {
    token.kind = TokenKind::String;
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
      if (text[at] != '\\') {
        token.text += text[at];
        continue;
      }
      const char escaped = peek(1);
      static constexpr std::string_view from = "nt\\\"r", to = "\n\t\\\"\r";
      const std::size_t which = from.find(escaped);
      if (which == std::string_view::npos || escaped == '\0') {
        diagnostics.report(here(), R"(expected \n, \t, \r, \\ or \" after a backslash)");
        continue;
      }
      token.text += to[which];
      ++at;
    }
    if (peek() != '"') {
      diagnostics.report(token.position, "this string does not end on its line: expected '\"'");
      return;
    }
    ++at;
  }

  std::string_view text;
  std::uint32_t number;
  Diagnostics &diagnostics;
  std::size_t at = 0;
  std::vector<Token> tokens;
};

} // namespace

std::string_view describe(TokenKind kind) {
  static constexpr std::array<std::string_view, 23> names{"a name",
                                                          "a directive",
                                                          "a number",
                                                          "a string",
                                                          "':-'",
                                                          "'<:'",
                                                          "'='",
                                                          "'!='",
                                                          "'<'",
                                                          "'<='",
                                                          "'>'",
                                                          "'>='",
                                                          "'!'",
                                                          "','",
                                                          "';'",
                                                          "':'",
                                                          "'.'",
                                                          "'('",
                                                          "')'",
                                                          "'_'",
                                                          "'|'",
                                                          "",
                                                          "the end of the text"};
  return names[static_cast<std::size_t>(kind)];
}

std::string describe(const Token &token) {
  if (token.kind == TokenKind::String)
    return fmt::format("the string \"{}\"", support::cut(support::printable(token.text), 40));
  if (!token.text.empty())
    return fmt::format("'{}'", support::cut(support::printable(token.text), 40));
  return std::string(describe(token.kind));
}

std::vector<Token> tokenise(const RuleFile &file, std::uint32_t number, Diagnostics &diagnostics) {
  return Lexer(file, number, diagnostics).run();
}

} // namespace heddle::datalog
