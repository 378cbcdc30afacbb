#include "report/page_sources.h"

#include <algorithm>
#include <llvm/Support/JSON.h>
#include <utility>

namespace heddle::report {
namespace {

constexpr unsigned wholeFile = 3000; ///< Lines up to which a file goes into the page as it is.
constexpr unsigned aroundALine =
    100; ///< Of a longer one, so many before and after each that counts.

using Lines = std::set<unsigned>;

/// First and last lines of what goes into the page: all of the file, or what is near a line that
/// counts.
std::vector<std::pair<unsigned, unsigned>> piecesOf(const Lines &lines, unsigned count) {
  if (count <= wholeFile)
    return {{1, count}};
  std::vector<std::pair<unsigned, unsigned>> pieces;
  for (const unsigned line : lines) {
    const unsigned first = line > aroundALine ? line - aroundALine : 1;
    const unsigned last = std::min(line + aroundALine, count);
    if (!pieces.empty() && first <= pieces.back().second + 1)
      pieces.back().second = std::max(pieces.back().second, last);
    else if (first <= count)
      pieces.emplace_back(first, last);
  }
  return pieces;
}

std::string clean(std::string_view bytes) {
  return llvm::json::fixUTF8(bytes);
}

void writePiece(llvm::json::OStream &json, const std::string &file, unsigned first, unsigned last,
                const support::SourceText &sources) {
  json.object([&] {
    json.attribute("first", first);
    json.attributeArray("text", [&] {
      for (unsigned i = first; i <= last; ++i)
        json.value(clean(sources.line(file, i).value_or("")));
    });
  });
}

void writeSource(llvm::json::OStream &json, const std::string &file, const Lines &lines,
                 const support::SourceText &sources) {
  unsigned count = 0;
  while (sources.line(file, count + 1))
    ++count;
  if (count == 0)
    return;
  json.object([&] {
    json.attribute("file", clean(file));
    json.attribute("lines", count);
    json.attributeArray("pieces", [&] {
      for (const auto &[first, last] : piecesOf(lines, count))
        writePiece(json, file, first, last, sources);
    });
  });
}

} // namespace

void writeSources(llvm::json::OStream &json, const char *name, const MentionedLines &mentioned,
                  const support::SourceText &sources) {
  json.attributeArray(name, [&] {
    for (const auto &[file, lines] : mentioned.files)
      writeSource(json, file, lines, sources);
  });
}

} // namespace heddle::report
