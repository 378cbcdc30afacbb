// Words that a report uses, explained: the pages of docs/kinds, which are part of the binary.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

struct TextOptions;

/// What `heddle explain` shows of one word.
struct Explanation {
  enum class Sort { Finding, Difference, Verdict, Reason, Word };
  Sort sort = Sort::Finding;
  std::string word;     ///< "data-race", "safe", "max-steps".
  std::string summary;  ///< One sentence.
  std::string property; ///< Of a finding: what `--property` calls it; empty if it has none.
  std::string text;     ///< What follows the summary, as Markdown.
  std::string language; ///< Of the example: "c", "cpp"; empty if there is none.
  std::string example;  ///< A program that shows it,
  std::string mended;   ///< and the same without it; of a difference the old and the new version.
};
std::string_view name(Explanation::Sort sort);

/// What stands above those of one sort in a list.
std::string_view headingOf(Explanation::Sort sort);

/// All: findings as kinds() has them, differences, verdicts, reasons why an answer is incomplete,
/// and other words.
std::vector<Explanation> explanations();

/// One or two as pages, more as a list.
std::string textOfExplanations(const std::vector<Explanation> &explanations,
                               const TextOptions &options);

} // namespace heddle::report
