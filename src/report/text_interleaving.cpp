// The interleaving: one column a thread, one row a visible operation, a rule at each switch.
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

constexpr std::size_t longestRun = 12; ///< Operations of one thread in a row that are all shown.
constexpr std::size_t keptOfRun = 5;   ///< Of a longer run, this many at either end.
constexpr unsigned leastColumn = 18;
constexpr std::string_view gap = " │ ";
constexpr unsigned gapWidth = 3;

/// A line of the table: an operation, or what stands for several.
struct Row {
  unsigned thread = 0;
  std::string place;
  std::string text;
  bool switches = false; ///< Another thread ran before it.
};

std::string textOf(const Event &event) {
  std::string text = event.text.empty() ? event.kind + " " + event.object : event.text;
  if (!event.held.empty())
    text += fmt::format("  {{{}}}", fmt::join(event.held, ", "));
  return support::printable(text);
}

std::string baseName(const std::string &file) {
  return file.substr(file.rfind('/') + 1);
}

bool oneFile(const std::vector<Event> &events) {
  return std::ranges::all_of(
      events, [&](const Event &event) { return event.place.file == events.front().place.file; });
}

std::string placeOf(const Event &event, bool lineOnly) {
  if (event.place.file.empty())
    return event.place.function + "#" + std::to_string(event.place.instruction);
  const std::string line = std::to_string(event.place.line);
  return lineOnly ? line : baseName(event.place.file) + ":" + line;
}

std::vector<Row> rowsOf(const Finding &finding, bool fold) {
  std::vector<Row> rows;
  const std::vector<Event> &events = finding.events;
  const bool lineOnly = oneFile(events);
  for (std::size_t start = 0; start < events.size();) {
    std::size_t end = start;
    while (end < events.size() && events[end].thread == events[start].thread)
      ++end;
    const bool folded = fold && end - start > longestRun;
    for (std::size_t i = start; i < end; ++i) {
      if (folded && i == start + keptOfRun) {
        const std::size_t hidden = end - start - 2 * keptOfRun;
        const std::string thread = shownThread(finding, events[start].thread);
        rows.push_back(
            {events[start].thread, "…",
             fmt::format("… {} more operations of {}", hidden, thread.substr(0, thread.find(' '))),
             false});
        i += hidden - 1;
        continue;
      }
      rows.push_back({events[i].thread, placeOf(events[i], lineOnly), textOf(events[i]),
                      i == start && start != 0});
    }
    start = end;
  }
  return rows;
}

/// Threads that do something, in the order of their ids.
std::vector<unsigned> threadsOf(const std::vector<Event> &events) {
  std::vector<unsigned> threads;
  for (const Event &event : events)
    threads.push_back(event.thread);
  std::ranges::sort(threads);
  threads.erase(std::ranges::unique(threads).begin(), threads.end());
  return threads;
}

std::string repeat(std::string_view text, unsigned times) {
  std::string out;
  for (unsigned i = 0; i < times; ++i)
    out += text;
  return out;
}

std::string withoutTrailingSpace(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

class Table {
public:
  Table(const Finding &finding, const TextOptions &options, std::vector<Row> content)
      : paint(options.colour), rows(std::move(content)), threads(threadsOf(finding.events)) {
    for (const unsigned thread : threads)
      headers.push_back(support::printable(shownThread(finding, thread)));
    placeWidth = 4; // The header "line".
    for (const Row &row : rows)
      placeWidth = std::max(placeWidth, support::displayWidth(row.place));
    placeWidth = std::min(placeWidth, std::min(20U, options.width / 4));
    std::vector<unsigned> natural;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      unsigned widest = support::displayWidth(headers[i]);
      for (const Row &row : rows)
        if (row.thread == threads[i])
          widest = std::max(widest, support::displayWidth(row.text));
      natural.push_back(widest);
    }
    const unsigned fixed = placeWidth + gapWidth * static_cast<unsigned>(threads.size());
    if (options.width > fixed)
      widths = support::shareWidth(natural, options.width - fixed, leastColumn);
    total = options.width;
  }

  std::string inColumns() const {
    std::string text = header();
    text += rule("─", "─┼─");
    for (const Row &row : rows) {
      if (row.switches)
        text += rule("╌", "╌┼╌");
      std::string line = paint.dim(support::fitRight(row.place, placeWidth));
      for (std::size_t i = 0; i < threads.size(); ++i)
        line +=
            std::string(gap) + support::fit(row.thread == threads[i] ? row.text : "", widths[i]);
      text += withoutTrailingSpace(line);
    }
    return text;
  }

  /// For more threads than fit side by side: the name of the thread in front.
  std::string inOneColumn() const {
    unsigned nameWidth = 0;
    for (const std::string &one : headers)
      nameWidth = std::max(nameWidth, support::displayWidth(one));
    const unsigned room = total > placeWidth + 2 * gapWidth ? total - placeWidth - 2 * gapWidth : 2;
    nameWidth = std::min(nameWidth, std::max(room / 3, 2U));
    const unsigned left = room - nameWidth;
    std::string text;
    for (const Row &row : rows) {
      if (row.switches)
        text += repeat("╌", placeWidth) + "╌┼╌" + repeat("╌", nameWidth) + "╌┼╌" +
                repeat("╌", std::min(left, leastColumn)) + "\n";
      const std::size_t i = std::ranges::find(threads, row.thread) - threads.begin();
      text += withoutTrailingSpace(paint.dim(support::fitRight(row.place, placeWidth)) +
                                   std::string(gap) + support::fit(headers[i], nameWidth) +
                                   std::string(gap) + support::cut(row.text, left));
    }
    return text;
  }

  bool fits() const { return !widths.empty(); }

private:
  Paint paint;
  std::vector<Row> rows;
  std::vector<unsigned> threads;
  std::vector<std::string> headers;
  std::vector<unsigned> widths;
  unsigned placeWidth = 0;
  unsigned total = 0;

  std::string header() const {
    std::string line = support::fitRight("line", placeWidth);
    for (std::size_t i = 0; i < threads.size(); ++i)
      line += std::string(gap) + paint.bold(support::fit(headers[i], widths[i]));
    return withoutTrailingSpace(line);
  }

  std::string rule(std::string_view dash, std::string_view cross) const {
    std::string line = repeat(dash, placeWidth);
    for (const unsigned width : widths)
      line += std::string(cross) + repeat(dash, width);
    return paint.dim(line) + "\n";
  }
};

} // namespace

std::string textOfInterleaving(const Finding &finding, const TextOptions &options) {
  if (finding.events.empty())
    return {};
  const Table table(finding, options, rowsOf(finding, options.fold));
  std::string title = "interleaving";
  if (!oneFile(finding.events))
    return title + ":\n" + (table.fits() ? table.inColumns() : table.inOneColumn());
  if (!finding.events.front().place.file.empty())
    title += " of " + finding.events.front().place.file;
  return title + ":\n" + (table.fits() ? table.inColumns() : table.inOneColumn());
}

} // namespace heddle::report
