// One finding as text: what and where, who takes part, how it came about, how to see it again.
#include "report/library_calls.h"
#include "report/paint.h"
#include "report/snippet.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {
namespace {

constexpr std::size_t shownOutput = 20; ///< Lines of what the program printed.

bool samePlace(const Place &a, const Place &b) {
  return a.file == b.file && a.line == b.line && a.column == b.column && a.function == b.function;
}

/// "account.c:9:11: error: ", or with the function where no file is known.
std::string prefix(const Place &place, const std::string &severity, const Paint &paint) {
  const std::string at = shown(place);
  if (at.empty())
    return paint.bold("heddle:") + " " + severity + " ";
  return paint.bold((place.file.empty() ? "in " : "") + at + ":") + " " + severity + " ";
}

std::string textOfStack(const std::vector<Place> &stack, bool full) {
  std::string text;
  // One frame says nothing that the line above it does not.
  if (std::ranges::count_if(stack, [&](const Place &one) { return full || !one.library; }) < 2)
    return text;
  unsigned number = 0;
  for (const Place &frame : stack) {
    if (frame.library && !full)
      continue;
    text += fmt::format("      #{} {}", number++, support::printable(frame.function));
    if (!frame.file.empty())
      text += " at " + shown(frame);
    text += "\n";
  }
  return text;
}

/// Bytes that are text for the most part, as a string: "a0\x00\x00X"; zeros at the end are left
/// out.
std::string asString(const std::string &value) {
  if (!value.starts_with("0x"))
    return {};
  std::string text;
  std::size_t letters = 0;
  const std::size_t last = value.find_last_not_of('0');
  for (std::size_t i = 2; i + 1 < value.size() && i <= last; i += 2) {
    const auto byte = static_cast<unsigned char>(std::stoul(value.substr(i, 2), nullptr, 16));
    const bool isLetter = byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
    letters += isLetter;
    text += isLetter ? std::string(1, static_cast<char>(byte)) : fmt::format("\\x{:02x}", byte);
  }
  return letters ? fmt::format("  \"{}\"", text) : std::string();
}

std::string textOfInputs(const Finding &finding) {
  std::string text = finding.areInputsSmallest ? "inputs:\n" : "inputs (smaller ones may do):\n";
  unsigned longest = 0;
  for (const auto &[name, value] : finding.inputs)
    longest = std::max(longest, support::displayWidth(support::printable(name)));
  for (const auto &[name, value] : finding.inputs)
    text += fmt::format("  {} = {}{}\n", support::fit(support::printable(name), longest),
                        support::printable(value), asString(value));
  return text;
}

std::string textOfOutput(std::string_view output) {
  std::vector<std::string_view> lines;
  while (!output.empty()) {
    const std::size_t end = output.find('\n');
    lines.push_back(output.substr(0, end));
    output = end == std::string_view::npos ? std::string_view{} : output.substr(end + 1);
  }
  std::string text = "program output:\n";
  const std::size_t hidden = lines.size() > shownOutput ? lines.size() - shownOutput : 0;
  if (hidden != 0)
    text += fmt::format("  … {} lines before\n", hidden);
  for (std::size_t i = hidden; i < lines.size(); ++i)
    text += "  " + support::printable(lines[i]) + "\n";
  return text;
}

} // namespace

std::string textOfFinding(const Finding &finding, const support::SourceText &sources,
                          const TextOptions &options) {
  const Paint paint(options.colour);
  std::string text =
      prefix(finding.place, paint.error("error:"), paint) +
      paint.bold(fmt::format("{} [{}]", support::printable(finding.message), finding.kind)) + "\n";
  if (options.headlines)
    return text;
  text += snippet(finding.place, sources, options.width, paint);
  bool first = true;
  const Place *shownPlace = &finding.place;
  for (const Participant &one : finding.participants) {
    const std::string who = shownThread(finding, one.thread);
    const bool isHere = first && samePlace(one.place, finding.place);
    if (isHere && failsAlone(finding))
      text += "      " + paint.note("in") + " " + who + "\n";
    else
      text += prefix(one.place, paint.note("note:"), paint) +
              (one.role.empty()              ? who
               : finding.kind == "data-race" ? one.role + " by " + who
                                             : who + " " + one.role) +
              "\n";
    if (!samePlace(one.place, *shownPlace))
      text += snippet(one.place, sources, options.width, paint);
    if (const std::string call = libraryCall(one.stack); !call.empty() && !options.fullStacks)
      text += "      " + paint.note("in") + " " + support::printable(call) + "\n";
    text += textOfStack(one.stack, options.fullStacks);
    first = false;
    shownPlace = &one.place;
  }
  if (!finding.inputs.empty())
    text += "\n" + textOfInputs(finding);
  if (!finding.events.empty() && !options.brief)
    text += "\n" + textOfInterleaving(finding, options);
  if (!finding.output.empty() && !options.brief)
    text += "\n" + textOfOutput(finding.output);
  if (!finding.native.empty())
    text += "\non real threads: the same outcome (" + finding.native + ")\n";
  if (!finding.test.empty())
    text += "\nreplay: heddle replay " + finding.test + "\n";
  return text;
}

} // namespace heddle::report
