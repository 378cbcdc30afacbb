#include "report/escape.h"

#include <fmt/format.h>
#include <llvm/Support/JSON.h>

namespace heddle::report {
namespace {

bool isControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

} // namespace

std::string escapedForXml(std::string_view text) {
  std::string result;
  for (const char c : llvm::json::fixUTF8(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&apos;";
    else if (c == '\t' || c == '\n' || c == '\r' || c == 0x7F)
      result += fmt::format("&#{};", static_cast<int>(c));
    else if (isControl(c))
      result += "\xEF\xBF\xBD";
    else
      result += c;
  }
  return result;
}

std::string quotedForYaml(std::string_view text) {
  std::string result = "\"";
  for (const char c : llvm::json::fixUTF8(text)) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (isControl(c))
      result += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + "\"";
}

std::string quotedForDot(std::string_view text) {
  std::string result = "\"";
  for (const char c : llvm::json::fixUTF8(text)) {
    // A backslash would begin an escape such as \N, the name of the node.
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (isControl(c))
      result += ' ';
    else
      result += c;
  }
  return result + "\"";
}

} // namespace heddle::report
