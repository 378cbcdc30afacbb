// What the tool sees in a program, as text: threads, shared globals, accesses by function.
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

constexpr unsigned widestName = 32;

unsigned widest(const auto &items, auto &&textOf) {
  unsigned width = 0;
  for (const auto &item : items)
    width = std::max(width, support::displayWidth(textOf(item)));
  return std::min(width, widestName);
}

std::string trimmed(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  return start == std::string_view::npos ? "" : support::printable(line.substr(start));
}

std::string textOfThreads(const std::vector<ThreadEntry> &threads, const Paint &paint) {
  std::string text = paint.bold("threads:") + "\n";
  const unsigned width = widest(threads, [](const ThreadEntry &one) { return one.function; });
  for (const ThreadEntry &thread : threads) {
    if (thread.creations.empty()) {
      text += fmt::format("  {}\n", thread.function);
      continue;
    }
    std::vector<std::string> places;
    for (const Place &place : thread.creations)
      places.push_back(place.file.empty() ? fmt::format("{}#{}", place.function, place.instruction)
                                          : fmt::format("{}:{}", place.file, place.line));
    text += fmt::format("  {}  created at {}{}\n", support::fit(thread.function, width),
                        fmt::join(places, ", "), thread.inLoop ? ", in a loop" : "");
  }
  return text;
}

std::string textOfGlobals(const std::vector<SharedGlobal> &globals, const Paint &paint) {
  std::string text = paint.bold("shared globals:") + "\n";
  const auto place = [](const SharedGlobal &one) {
    return one.place.file.empty() ? "" : fmt::format("{}:{}", one.place.file, one.place.line);
  };
  const unsigned names = widest(globals, [](const SharedGlobal &one) { return one.name; });
  unsigned places = 0;
  for (const SharedGlobal &one : globals)
    places = std::max(places, support::displayWidth(place(one)));
  for (const SharedGlobal &one : globals) {
    text += "  " + support::fit(support::printable(one.name), names);
    if (places != 0)
      text += "  " + support::fit(place(one), places);
    text += fmt::format("  used by {}\n", fmt::join(one.functions, ", "));
  }
  return globals.empty() ? text + "  none\n" : text;
}

/// "deposit (account.c)": a heading for the accesses of one function.
std::string heading(const Place &place, const Paint &paint) {
  const std::string file = place.file.empty() ? "" : " (" + place.file + ")";
  return "  " + paint.bold(support::printable(place.function)) + file + "\n";
}

std::string textOfAccesses(const std::vector<Access> &accesses, const support::SourceText &sources,
                           const TextOptions &options, const Paint &paint) {
  std::string text = paint.bold("accesses:") + "\n";
  const unsigned kinds = widest(accesses, [](const Access &one) { return one.kind; });
  const unsigned names = widest(accesses, [](const Access &one) { return one.variable; });
  constexpr unsigned lineWidth = 7;
  const unsigned used = lineWidth + kinds + names + 6;
  const unsigned left = options.width > used + 20 ? options.width - used : 20;
  const Place *before = nullptr;
  for (const Access &access : accesses) {
    const Place &place = access.place;
    const bool sameFunction =
        before && before->function == place.function && before->file == place.file;
    if (!sameFunction)
      text += heading(place, paint);
    const auto source = place.file.empty() ? std::nullopt : sources.line(place.file, place.line);
    // A line with several accesses is shown once.
    const bool repeated = sameFunction && before->line == place.line;
    const std::string shownSource = source && !repeated ? support::cut(trimmed(*source), left) : "";
    std::string row = fmt::format(
        "{:>{}}  {}  {}  {}",
        place.line == 0 ? "#" + std::to_string(place.instruction) : std::to_string(place.line),
        lineWidth, support::fit(access.kind, kinds),
        support::fit(support::printable(access.variable), names), paint.dim(shownSource));
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
    before = &place;
  }
  return accesses.empty() ? text + "  none\n" : text;
}

} // namespace

std::string textOfInspection(const Inspection &inspection, const support::SourceText &sources,
                             const TextOptions &options) {
  const Paint paint(options.colour);
  return textOfThreads(inspection.threads, paint) + "\n" +
         textOfGlobals(inspection.sharedGlobals, paint) + "\n" +
         textOfAccesses(inspection.accesses, sources, options, paint);
}

} // namespace heddle::report
