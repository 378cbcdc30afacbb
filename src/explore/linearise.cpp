// First what follows in any case: if r reads from w, another writer of the place that comes before
// r comes before w, and one that comes after w comes after r. Then a search, which hardly ever has
// to go back.
#include "explore/linearise.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace heddle::explore {

namespace {

constexpr std::uint32_t nobody = Placed::nobody;

/// Which events come before which: closed under "before", grows.
class Before {
public:
  explicit Before(std::size_t size) : words((size + 63) / 64), rows(size * words), size(size) {}

  bool has(std::uint32_t a, std::uint32_t b) const {
    return (rows[b * words + a / 64] >> (a % 64) & 1) != 0;
  }
  /// For an event that nothing comes after so far.
  void append(std::uint32_t a, std::uint32_t b) { take(a, b); }
  /// False if b comes before a.
  bool add(std::uint32_t a, std::uint32_t b) {
    if (has(a, b))
      return true;
    if (a == b || has(b, a))
      return false;
    take(a, b);
    for (std::uint32_t i = 0; i < size; ++i)
      if (has(b, i))
        take(a, i);
    return true;
  }
  bool isCovered(std::uint32_t b, const std::vector<std::uint64_t> &by) const {
    for (std::size_t i = 0; i < words; ++i)
      if (rows[b * words + i] & ~by[i])
        return false;
    return true;
  }

private:
  void take(std::uint32_t a, std::uint32_t b) {
    for (std::size_t i = 0; i < words; ++i)
      rows[b * words + i] |= rows[a * words + i];
    rows[b * words + a / 64] |= std::uint64_t{1} << (a % 64);
  }
  std::size_t words;
  std::vector<std::uint64_t> rows;
  std::size_t size;
};

class Search {
public:
  Search(std::span<const Placed> events, std::span<const std::uint32_t> wanted, std::size_t cells)
      : events(events), wanted(wanted), before(events.size()), places(cells),
        done((events.size() + 63) / 64), last(cells, nobody) {
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      for (const CellId cell : events[i].writes)
        places[cell].writers.push_back(i);
      for (const Placed::Read &read : events[i].reads)
        places[read.cell].readers.push_back({i, read.writer});
    }
  }

  /// False if there is a cycle.
  bool saturate() {
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      for (const std::uint32_t a : events[i].after)
        before.append(a, i);
      for (const Placed::Read &read : events[i].reads)
        if (read.writer != nobody)
          before.append(read.writer, i);
    }
    for (changed = true; changed;) {
      changed = false;
      for (const Place &place : places)
        for (const Reader &reader : place.readers)
          for (const std::uint32_t writer : place.writers)
            if (!separate(reader, writer))
              return false;
    }
    return true;
  }

  Linearised run(std::uint64_t deadEnds) {
    Linearised result;
    std::vector<std::size_t> from = {0}; // Where to go on looking in `wanted`, for each event.
    while (order.size() < events.size()) {
      if (emitNext(from.back())) {
        from.push_back(0);
        continue;
      }
      if (deadEnds-- == 0) {
        result.gaveUp = true;
        return result;
      }
      failed.insert(key());
      from.pop_back();
      if (from.empty())
        return result;
      undo();
    }
    result.order = std::move(order);
    return result;
  }

private:
  struct Reader {
    std::uint32_t event;
    std::uint32_t writer;
  };
  struct Place {
    std::vector<std::uint32_t> writers;
    std::vector<Reader> readers;
  };
  struct Undo { ///< Of one chosen event and the silent ones that came with it.
    std::size_t length;
    std::vector<std::pair<CellId, std::uint32_t>> lasts;
  };

  bool add(std::uint32_t a, std::uint32_t b) {
    if (before.has(a, b))
      return true;
    changed = true;
    return before.add(a, b);
  }

  bool separate(const Reader &reader, std::uint32_t writer) {
    if (writer == reader.writer || writer == reader.event)
      return true;
    if (reader.writer == nobody)
      return add(reader.event, writer);
    if (before.has(writer, reader.event) && !add(writer, reader.writer))
      return false;
    return !before.has(reader.writer, writer) || add(reader.event, writer);
  }

  bool isDone(std::uint32_t event) const { return (done[event / 64] >> (event % 64) & 1) != 0; }

  bool canHappen(std::uint32_t event) const {
    const Placed &placed = events[event];
    for (const Placed::Read &read : placed.reads)
      if (last[read.cell] != read.writer)
        return false;
    for (const CellId cell : placed.writes)
      for (const Reader &reader : places[cell].readers)
        if (reader.writer == last[cell] && reader.event != event && !isDone(reader.event))
          return false;
    return true;
  }

  void emit(std::uint32_t event, Undo &undo) {
    order.push_back(event);
    done[event / 64] |= std::uint64_t{1} << (event % 64);
    for (const CellId cell : events[event].writes) {
      undo.lasts.emplace_back(cell, last[cell]);
      last[cell] = event;
    }
  }

  /// What happens by itself now; false if it may not.
  bool emitSilent(Undo &undo) {
    bool isStuck = false;
    for (bool any = true; any;) {
      any = isStuck = false;
      for (std::uint32_t i = 0; i < events.size(); ++i) {
        if (!events[i].isSilent || isDone(i) || !isFree(i))
          continue;
        if (canHappen(i)) {
          emit(i, undo);
          any = true;
        } else {
          isStuck = true;
        }
      }
    }
    return !isStuck;
  }

  bool isFree(std::uint32_t event) const {
    return std::ranges::all_of(events[event].after, [&](std::uint32_t a) { return isDone(a); });
  }

  /// Emits the next event that can happen and from which no dead end is known.
  bool emitNext(std::size_t &from) {
    for (; from < wanted.size(); ++from) {
      const std::uint32_t event = wanted[from];
      if (isDone(event) || events[event].isSilent || !before.isCovered(event, done) ||
          !canHappen(event))
        continue;
      undos.push_back({order.size(), {}});
      emit(event, undos.back());
      if (emitSilent(undos.back()) && (failed.empty() || !failed.contains(key()))) {
        ++from;
        return true;
      }
      undo();
    }
    return false;
  }

  void undo() {
    const Undo &one = undos.back();
    for (std::size_t i = one.lasts.size(); i-- > 0;)
      last[one.lasts[i].first] = one.lasts[i].second;
    for (std::size_t i = one.length; i < order.size(); ++i)
      done[order[i] / 64] &= ~(std::uint64_t{1} << (order[i] % 64));
    order.resize(one.length);
    undos.pop_back();
  }

  /// All that what can follow depends on.
  std::string key() const {
    std::string text(reinterpret_cast<const char *>(done.data()), done.size() * sizeof done[0]);
    text.append(reinterpret_cast<const char *>(last.data()), last.size() * sizeof last[0]);
    return text;
  }

  std::span<const Placed> events;
  std::span<const std::uint32_t> wanted;
  Before before;
  std::vector<Place> places;
  bool changed = false;
  std::vector<std::uint64_t> done;
  std::vector<std::uint32_t> last; ///< Writer of each place.
  std::vector<std::uint32_t> order;
  std::vector<Undo> undos;
  std::unordered_set<std::string> failed;
};

} // namespace

Linearised linearise(std::span<const Placed> events, std::span<const std::uint32_t> wanted,
                     std::size_t cells, std::uint64_t deadEnds) {
  Search search(events, wanted, cells);
  if (!search.saturate())
    return {};
  return search.run(deadEnds);
}

} // namespace heddle::explore
