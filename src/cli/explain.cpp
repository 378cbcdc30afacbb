// `heddle explain`: what a word of a report means.
#include "cli/common.h"
#include "report/explanation.h"
#include "support/nearest.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

using report::Explanation;

struct Options {
  std::string word;
  OutputOptions output;
};

/// What the word stands for: itself, of whatever sort, and the kinds of a property that has no kind
/// of its name.
std::vector<Explanation> meant(const std::string &word) {
  std::vector<Explanation> all = report::explanations();
  if (word.empty())
    return all;
  std::vector<Explanation> found;
  const bool isKind = std::ranges::any_of(all, [&](const Explanation &one) {
    return one.sort == Explanation::Sort::Finding && one.word == word;
  });
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Explanation &one) {
    return one.word == word || (!isKind && one.property == word);
  });
  return found;
}

support::Failure unknown(const std::string &word) {
  const std::vector<std::string> names = explainedWords();
  const auto near = support::nearest(word, names);
  return {fmt::format("nothing is called '{}' in a report{}", word,
                      near ? fmt::format("; did you mean '{}'?", *near) : ""),
          "type 'heddle explain' for a list"};
}

support::ExitCode explain(const Options &options) {
  if (const support::Done fine = canWrite(options.output); !fine)
    return fail(fine.failure());
  report::Result result;
  result.command = "explain";
  result.explanations = meant(options.word);
  if (result.explanations.empty())
    return fail(unknown(options.word));
  return finish(result, support::SourceText(), options.output);
}

} // namespace

std::vector<std::string> explainedWords() {
  std::vector<std::string> words;
  for (const Explanation &one : report::explanations())
    for (const std::string &word : {one.word, one.property})
      if (!word.empty() && !std::ranges::count(words, word))
        words.push_back(word);
  return words;
}

Command addExplain(CLI::App &root, const std::vector<std::string> &) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("explain", "say what a word of a report means");
  app->add_option(
         "WORD", options->word,
         "a kind of finding or difference, a verdict, a property, a reason for 'incomplete', or "
         "another word of a report "
         "(default: a list of them)")
      ->type_name("");
  addOutputOptions(*app, options->output);
  return {app, [options] { return explain(*options); }, false};
}

} // namespace heddle::cli
