#include "report/explanation.h"

#include "report/kinds.h"
#include "support/embedded.h"
#include "vm/fault.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace heddle::embedded {
std::span<const heddle::support::EmbeddedFile> explanationPages();
} // namespace heddle::embedded

namespace heddle::report {
namespace {

constexpr std::array<std::string_view, 6> verdicts = {"bug",   "safe",      "unknown",
                                                      "equal", "different", "reached"};
constexpr std::string_view differencesPage = "difference";
constexpr std::string_view reasonsPage = "incomplete";
constexpr std::string_view wordsPage = "words";

std::string_view pageOf(std::string_view word) {
  const auto pages = embedded::explanationPages();
  const auto found = std::ranges::find_if(pages, [&](const support::EmbeddedFile &file) {
    return file.name.ends_with(".md") && file.name.substr(0, file.name.size() - 3) == word;
  });
  assert(found != pages.end() && "every word has a page");
  return found == pages.end() ? std::string_view() : found->bytes;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with('\n'))
    text.remove_prefix(1);
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  return text;
}

/// Up to the mark, which goes too; all if it is not there.
std::string_view cut(std::string_view &text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view before = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
  return before;
}

/// The next block of code, which goes from the text.
std::string nextCode(std::string_view &text, std::string &language) {
  constexpr std::string_view fence = "\n```";
  cut(text, fence);
  if (text.empty())
    return "";
  language = cut(text, "\n");
  return std::string(cut(text, fence)) + "\n";
}

Explanation pageFor(Explanation::Sort sort, std::string_view word) {
  Explanation page;
  page.sort = sort;
  page.word = word;
  std::string_view rest = pageOf(word);
  cut(rest, "\n\n"); // The heading.
  page.summary = trimmed(cut(rest, "\n\n"));
  page.text = trimmed(rest);
  page.example = nextCode(rest, page.language);
  page.mended = nextCode(rest, page.language);
  return page;
}

/// What a page says of all its sections.
Explanation overviewOf(Explanation::Sort sort, std::string_view word) {
  Explanation page = pageFor(sort, word);
  page.text = page.text.substr(0, page.text.find("\n\n## "));
  page.example = page.mended = page.language = "";
  return page;
}

/// A page of sections: of each a sentence, what to do, and perhaps two programs.
void addSections(std::vector<Explanation> &all, Explanation::Sort sort, std::string_view page) {
  std::string_view rest = pageOf(page);
  cut(rest, "\n## ");
  while (!rest.empty()) {
    std::string_view section = cut(rest, "\n## ");
    Explanation &one = all.emplace_back();
    one.sort = sort;
    one.word = cut(section, "\n");
    section = trimmed(section);
    const std::size_t end = std::min(section.find(". "), section.find(".\n"));
    one.summary = section.substr(0, end == std::string_view::npos ? end : end + 1);
    section.remove_prefix(one.summary.size());
    one.text = trimmed(section);
    if (one.text.starts_with(' '))
      one.text.erase(0, 1);
    one.example = nextCode(section, one.language);
    one.mended = nextCode(section, one.language);
  }
}

} // namespace

std::string_view name(Explanation::Sort sort) {
  switch (sort) {
  case Explanation::Sort::Finding:
    return "finding";
  case Explanation::Sort::Difference:
    return "difference";
  case Explanation::Sort::Verdict:
    return "verdict";
  case Explanation::Sort::Reason:
    return "reason";
  case Explanation::Sort::Word:
    return "word";
  }
  return "";
}

std::string_view headingOf(Explanation::Sort sort) {
  switch (sort) {
  case Explanation::Sort::Finding:
    return "findings:";
  case Explanation::Sort::Difference:
    return "differences of two versions:";
  case Explanation::Sort::Verdict:
    return "verdicts:";
  case Explanation::Sort::Reason:
    return "reasons for 'incomplete':";
  case Explanation::Sort::Word:
    return "other words:";
  }
  return "";
}

std::vector<Explanation> explanations() {
  std::vector<Explanation> all;
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    all.push_back(pageFor(Explanation::Sort::Finding, kinds()[i].name));
    if (i < vm::faultKinds) // What comes behind them is for tests alone.
      all.back().property = vm::propertyOf(static_cast<vm::FaultKind>(i));
  }
  all.push_back(overviewOf(Explanation::Sort::Difference, differencesPage));
  addSections(all, Explanation::Sort::Difference, differencesPage);
  for (const std::string_view verdict : verdicts)
    all.push_back(pageFor(Explanation::Sort::Verdict, verdict));
  all.push_back(pageFor(Explanation::Sort::Reason, reasonsPage));
  addSections(all, Explanation::Sort::Reason, reasonsPage);
  addSections(all, Explanation::Sort::Word, wordsPage);
  return all;
}

} // namespace heddle::report
