#include "report/html.h"

#include "report/page.h"
#include "report/page_data.h"
#include "report/source_page.h"
#include "support/embedded.h"

#include <array>
#include <fmt/format.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Base64.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SHA256.h>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> pageFiles();
} // namespace heddle::embedded

namespace heddle::report {
namespace {

/// All files of the page with this ending, in the order they were embedded in.
std::string filesEndingIn(std::string_view ending, std::span<const support::EmbeddedFile> files) {
  std::string text;
  for (const support::EmbeddedFile &file : files)
    if (file.name.ends_with(ending))
      text += file.bytes;
  return text;
}

/// As a Content-Security-Policy names what may stand in the page.
std::string hashOf(const std::string &text) {
  llvm::SHA256 hash;
  hash.update(text);
  return fmt::format("'sha256-{}'", llvm::encodeBase64(hash.final()));
}

/// Nothing is fetched and nothing runs but what this binary brings, whatever the data says.
std::string policyFor(const std::string &style, const std::string &script) {
  return fmt::format("default-src 'none'; style-src {}; script-src {}; base-uri 'none'; "
                     "form-action 'none'",
                     hashOf(style), hashOf(script));
}

/// JSON has `<` in strings only, where it may be written otherwise: no text ends the element.
std::string escaped(llvm::StringRef json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

} // namespace

void printPage(llvm::raw_ostream &out, std::span<const support::EmbeddedFile> files,
               const std::string &data) {
  const std::string style = filesEndingIn(".css", files);
  const std::string script =
      "\"use strict\";\n(() => {\n" + filesEndingIn(".js", files) + "})();\n";
  const std::array<std::pair<llvm::StringRef, std::string>, 4> parts = {
      {{"{{policy}}", policyFor(style, script)},
       {"{{style}}", style},
       {"{{data}}", escaped(data)},
       {"{{script}}", script}}};
  const std::string page = filesEndingIn(".html", files);
  llvm::StringRef rest = page;
  for (const auto &[mark, text] : parts) {
    const auto [before, after] = rest.split(mark);
    out << before << text;
    rest = after;
  }
  out << rest;
}

void printHtml(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources) {
  if (result.pairs)
    return printSourcePage(out, sourcePageOf(*result.pairs, result), result, sources);
  if (result.defuse)
    return printSourcePage(out, sourcePageOf(*result.defuse, result), result, sources);
  std::string data;
  llvm::raw_string_ostream stream(data);
  printPageData(stream, result, sources);
  printPage(out, embedded::pageFiles(), data);
}

} // namespace heddle::report
