// What was asked of `heddle reach` and not reached, as text: how far executions came, and where
// they were turned away.
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

constexpr std::size_t mostBlocks = 3;
constexpr std::size_t mostOpen = 10; ///< Of what is asked about by the hundred.

std::string textOfSteps(const ReachQuestion &question, const Paint &paint) {
  std::string text = "the way that was tried, and how far executions came:\n";
  std::size_t width = 0;
  for (const ReachStep &step : question.steps)
    width = std::max(width, shown(step.place).size());
  const ReachStep *before = nullptr;
  for (const ReachStep &step : question.steps) {
    const bool isOther =
        before && (before->segment != step.segment || before->target != step.target);
    if (isOther)
      text += before->target != step.target ? "  and\n" : "  then another thread\n";
    text += fmt::format("  {} {:<{}}  {}\n", step.isPassed ? paint.good("✓") : paint.error("✗"),
                        shown(step.place), width, support::printable(step.what));
    before = &step;
  }
  return text;
}

std::string textOfBlock(const ReachBlock &block, const Paint &paint) {
  std::vector<std::string> values;
  for (const auto &[name, value] : block.values)
    values.push_back(fmt::format("{} = {}", name, value));
  return fmt::format("{} {}: {} goes another way here{}{}\n", paint.note("blocked:"),
                     shown(block.place), block.thread, values.empty() ? "" : " with ",
                     fmt::join(values, ", "));
}

std::string textOfQuestion(const ReachQuestion &question, bool isOne, const Paint &paint) {
  const std::string targets = fmt::format("{}", fmt::join(question.targets, ", "));
  std::string text;
  if (!isOne || question.status != "reached") {
    const bool isFound = question.status == "reached" || question.status == "confirmed";
    const std::string status = isFound                     ? paint.error(question.status)
                               : question.status == "open" ? paint.warning(question.status)
                                                           : paint.good(question.status);
    text = fmt::format("{}{}: {}", question.message.empty() ? "" : question.message + " ",
                       targets.empty() ? "no place" : support::printable(targets), status);
    if (!question.why.empty())
      text += ": " + support::printable(question.why);
    if (!question.test.empty())
      text += "; heddle replay " + question.test;
    text += "\n";
    if (!question.warning.empty())
      text += fmt::format("  the warning: {}\n", support::printable(question.warning));
  }
  if (question.status != "open")
    return text;
  if (!question.steps.empty())
    text += textOfSteps(question, paint);
  for (std::size_t i = 0; i < std::min(question.blocks.size(), mostBlocks); ++i)
    text += textOfBlock(question.blocks[i], paint);
  return text;
}

/// What is known first, if it was this program that warned.
std::vector<const ReachQuestion *> inOrder(const ReachReport &report) {
  const auto turnOf = [](const ReachQuestion &question) {
    return question.message.empty()         ? 0
           : question.status == "confirmed" ? 1
           : question.status == "refuted"   ? 2
                                            : 3;
  };
  std::vector<const ReachQuestion *> questions;
  for (const int turn : {0, 1, 2, 3})
    for (const ReachQuestion &question : report.questions)
      if (turnOf(question) == turn)
        questions.push_back(&question);
  return questions;
}

} // namespace

std::string textOfReach(const ReachReport &report, const TextOptions &options) {
  const Paint paint(options.colour);
  std::string text = report.questions.empty() ? "there are no warnings to look at\n" : "";
  std::size_t open = 0;
  for (const ReachQuestion *question : inOrder(report))
    if (question->message.empty() || question->status != "open" || ++open <= mostOpen)
      text += textOfQuestion(*question,
                             report.questions.size() == 1 && question->message.empty() &&
                                 question->warning.empty(),
                             paint);
  if (open > mostOpen)
    text += fmt::format("and {} more that are open; --json lists them\n", open - mostOpen);
  for (const ReachQuestion &question : report.questions)
    if (question.by == "guided" && report.questions.size() == 1)
      text +=
          fmt::format("guided: {} states, {} refinement{}, {} trace set{} of {} places\n",
                      question.states, question.refinements, question.refinements == 1 ? "" : "s",
                      question.traceSets, question.traceSets == 1 ? "" : "s", question.length);
  return text;
}

} // namespace heddle::report
