// The interleaving: one column a thread, one row a visible operation, a rule at each switch.
#include "report/library_calls.h"
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

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

/// `before` is the operation of the same thread in the row above, if there is one: locks are shown
/// where they change and where a thread takes over.
std::string textOf(const Event &event, const Event *before) {
  std::string text = event.text.empty() ? event.kind + " " + event.object : event.text;
  // Who has just taken its only lock holds that one.
  const bool isPlain = event.held.size() == 1 && event.text == "locks " + event.held.front();
  const bool isNew = !before || before->held != event.held;
  if (!event.held.empty() && isNew && !isPlain)
    text += fmt::format("  {{{}}}", fmt::join(event.held, ", "));
  return support::printable(text);
}

std::string baseName(const std::string &file) {
  return file.substr(file.rfind('/') + 1);
}

/// The file all operations are in; nothing if there are several.
std::optional<std::string> oneFile(const Finding &finding) {
  std::optional<std::string> file;
  const auto look = [&](const Place &place) {
    if (place.file.empty() && place.function.empty())
      return true; // The end of a thread is nowhere.
    if (!file)
      file = place.file;
    return *file == place.file;
  };
  if (!std::ranges::all_of(finding.events, look, &Event::place) ||
      !std::ranges::all_of(finding.participants, look, &Participant::place))
    return std::nullopt;
  return file.value_or("");
}

std::string placeOf(const Place &place, bool lineOnly) {
  if (place.file.empty())
    return place.function.empty() ? "" : place.function + "#" + std::to_string(place.instruction);
  const std::string line = std::to_string(place.line);
  return lineOnly ? line : baseName(place.file) + ":" + line;
}

void addEnd(std::vector<Row> &rows, const Finding &finding, bool lineOnly) {
  const std::vector<End> ends = endsOf(finding);
  if (ends.empty())
    return;
  // They stand there at the same time: only the first of them follows somebody.
  bool switches =
      !rows.empty() && (!failsAlone(finding) || rows.back().thread != ends.front().thread);
  for (const End &one : ends) {
    rows.push_back(
        {one.thread, placeOf(one.place, lineOnly), "✗ " + support::printable(one.why), switches});
    switches = false;
  }
}

std::vector<Row> rowsOf(const Finding &finding, bool fold) {
  std::vector<Row> rows;
  const std::vector<Event> &events = finding.events;
  const bool lineOnly = oneFile(finding).has_value();
  for (std::size_t start = 0; start < events.size();) {
    std::size_t end = start;
    while (end < events.size() && events[end].thread == events[start].thread)
      ++end;
    const bool folded = fold && end - start > longestRun;
    for (std::size_t i = start; i < end; ++i) {
      const bool followsFold = folded && i == end - keptOfRun;
      const Event *above = i == start || followsFold ? nullptr : &events[i - 1];
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
      rows.push_back({events[i].thread, placeOf(events[i].place, lineOnly),
                      textOf(events[i], above), i == start && start != 0});
    }
    start = end;
  }
  addEnd(rows, finding, lineOnly);
  return rows;
}

/// Threads that do something, in the order of their ids.
std::vector<unsigned> threadsOf(const std::vector<Row> &rows) {
  std::vector<unsigned> threads;
  for (const Row &row : rows)
    threads.push_back(row.thread);
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
      : paint(options.colour), rows(std::move(content)), threads(threadsOf(rows)) {
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
      const std::size_t column = std::ranges::find(threads, row.thread) - threads.begin();
      std::string place = row.place;
      for (const std::string &part : support::wrap(row.text, widths[column])) {
        std::string line = paint.dim(support::fitRight(place, placeWidth));
        for (std::size_t i = 0; i < threads.size(); ++i)
          line += std::string(gap) + support::fit(i == column ? part : "", widths[i]);
        text += withoutTrailingSpace(line);
        place.clear();
      }
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
      std::string place = row.place;
      std::string name = headers[i];
      for (const std::string &part : support::wrap(row.text, left)) {
        text += withoutTrailingSpace(paint.dim(support::fitRight(place, placeWidth)) +
                                     std::string(gap) + support::fit(name, nameWidth) +
                                     std::string(gap) + part);
        place.clear();
        name.clear();
      }
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

std::string textOfInterleaving(const Finding &whole, const TextOptions &options) {
  if (whole.events.empty())
    return {};
  Finding finding = whole;
  if (!options.fullStacks)
    finding.events = withLibraryCalls(whole.events);
  const Table table(finding, options, rowsOf(finding, options.fold));
  const std::optional<std::string> file = oneFile(finding);
  return "interleaving" + (file && !file->empty() ? " of " + *file : "") + ":\n" +
         (table.fits() ? table.inColumns() : table.inOneColumn());
}

} // namespace heddle::report
