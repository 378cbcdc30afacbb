#include "support/layout.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <llvm/Support/ConvertUTF.h>
#include <llvm/Support/Unicode.h>
#include <numeric>

namespace heddle::support {
namespace {

/// Bytes of the character the text starts with; 0 if it is not valid UTF-8.
std::size_t characterLength(std::string_view text) {
  const auto *start = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const unsigned length = llvm::getNumBytesForUTF8(*start);
  return length <= text.size() && llvm::isLegalUTF8Sequence(start, start + length) ? length : 0;
}

unsigned cells(std::string_view character) {
  const int width = llvm::sys::unicode::columnWidthUTF8(character);
  return width < 0 ? 1 : static_cast<unsigned>(width);
}

} // namespace

std::string printable(std::string_view text) {
  constexpr unsigned tab = 8;
  std::string out;
  unsigned column = 0;
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const auto byte = static_cast<unsigned char>(character.front());
    if (byte == '\t') {
      const unsigned spaces = tab - column % tab;
      out.append(spaces, ' ');
      column += spaces;
    } else if (length == 0 || byte < 0x20 || byte == 0x7f ||
               llvm::sys::unicode::columnWidthUTF8(character) < 0) {
      const std::size_t before = out.size();
      for (const char raw : character)
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(raw));
      column += static_cast<unsigned>(out.size() - before);
    } else {
      out += character;
      column += cells(character);
    }
    text.remove_prefix(character.size());
  }
  return out;
}

std::string counted(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

unsigned displayWidth(std::string_view text) {
  unsigned width = 0;
  while (!text.empty()) {
    const std::string_view character =
        text.substr(0, std::max<std::size_t>(1, characterLength(text)));
    width += cells(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::string cut(std::string_view text, unsigned width) {
  if (displayWidth(text) <= width)
    return std::string(text);
  if (width == 0)
    return {};
  std::string out;
  unsigned used = 0;
  while (!text.empty()) {
    const std::string_view character =
        text.substr(0, std::max<std::size_t>(1, characterLength(text)));
    if (used + cells(character) > width - 1)
      break;
    used += cells(character);
    out += character;
    text.remove_prefix(character.size());
  }
  return out + "…";
}

std::string fit(std::string_view text, unsigned width) {
  std::string out = cut(text, width);
  out.append(width - displayWidth(out), ' ');
  return out;
}

std::string fitRight(std::string_view text, unsigned width) {
  const std::string out = cut(text, width);
  return std::string(width - displayWidth(out), ' ') + out;
}

std::vector<std::string> wrap(std::string_view text, unsigned width) {
  std::vector<std::string> lines;
  const unsigned least = 6; // Where less fits than an indent and some letters, it is cut.
  std::string indent;
  while (displayWidth(text) + indent.size() > width && width >= least) {
    std::size_t end = 0;   // Bytes that fit.
    std::size_t space = 0; // The last space among them.
    std::size_t scope = 0; // What follows the last `::` among them.
    unsigned used = static_cast<unsigned>(indent.size());
    while (end < text.size()) {
      const std::string_view character =
          text.substr(end, std::max<std::size_t>(1, characterLength(text.substr(end))));
      if (character == " " && end > 0)
        space = end;
      if (used + cells(character) > width)
        break;
      used += cells(character);
      end += character.size();
      if (text.substr(0, end).ends_with("::") && end < text.size())
        scope = end;
    }
    const std::size_t at = space ? space : scope ? scope : end;
    lines.push_back(indent + std::string(text.substr(0, at)));
    text.remove_prefix(at);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    indent = "  ";
  }
  if (!text.empty() || lines.empty())
    lines.push_back(indent + cut(text, width));
  return lines;
}

std::vector<unsigned> shareWidth(const std::vector<unsigned> &natural, unsigned available,
                                 unsigned least) {
  const auto total = [&](unsigned cap) {
    return std::accumulate(
        natural.begin(), natural.end(), std::uint64_t{0},
        [cap](std::uint64_t sum, unsigned one) { return sum + std::min(one, cap); });
  };
  unsigned cap = natural.empty() ? 0 : *std::ranges::max_element(natural);
  while (cap > least && total(cap) > available)
    --cap;
  if (total(cap) > available)
    return {};
  std::vector<unsigned> widths;
  for (const unsigned one : natural)
    widths.push_back(std::min(one, cap));
  return widths;
}

} // namespace heddle::support
