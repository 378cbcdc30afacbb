#include "explore/reads_targets.h"

#include <algorithm>

namespace heddle::explore {

namespace {

/// Numbers for the pieces that reads and writes cut memory into; only what somebody reads counts.
class Cells {
public:
  void addRead(Bytes bytes) { readers.push_back(bytes); }
  void addWrite(Bytes bytes) {
    cuts.push_back(bytes.address);
    cuts.push_back(bytes.end());
  }
  void settle() {
    for (const Bytes &bytes : readers) {
      cuts.push_back(bytes.address);
      cuts.push_back(bytes.end());
    }
    std::ranges::sort(cuts);
    cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
    isRead.resize(cuts.size());
    for (const Bytes &bytes : readers)
      forEach(bytes, [&](CellId cell) { isRead[cell] = true; }, false);
  }
  std::size_t size() const { return cuts.size(); }

  template <class F> void forEach(Bytes bytes, F found, bool onlyRead = true) const {
    auto i = static_cast<CellId>(std::ranges::lower_bound(cuts, bytes.address) - cuts.begin());
    for (; i < cuts.size() && cuts[i] < bytes.end(); ++i)
      if (!onlyRead || isRead[i])
        found(i);
  }

private:
  std::vector<Bytes> readers;
  std::vector<vm::Address> cuts;
  std::vector<bool> isRead;
};

} // namespace

Linearised findOrder(std::span<const GraphEvent> events, const Newcomer &newcomer,
                     std::span<const GraphId> wanted) {
  Cells cells;
  for (const GraphEvent &event : events) {
    for (const ReadFrom &read : event.reads)
      cells.addRead(read.bytes);
    for (const Bytes &bytes : event.writes)
      cells.addWrite(bytes);
  }
  for (const ReadFrom &read : newcomer.wants)
    cells.addRead(read.bytes);
  for (const Bytes &bytes : newcomer.writes)
    cells.addWrite(bytes);
  cells.settle();

  std::vector<Placed> placed(events.size() + 1);
  const auto fill = [&](Placed &to, const std::vector<GraphId> &after,
                        const std::vector<ReadFrom> &reads, const std::vector<Bytes> &writes) {
    to.after = after;
    for (const ReadFrom &read : reads)
      cells.forEach(read.bytes, [&](CellId cell) { to.reads.push_back({cell, read.writer}); });
    for (const Bytes &bytes : writes)
      cells.forEach(bytes, [&](CellId cell) { to.writes.push_back(cell); });
    std::ranges::sort(to.writes);
    to.writes.erase(std::ranges::unique(to.writes).begin(), to.writes.end());
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    fill(placed[i], events[i].after, events[i].reads, events[i].writes);
    placed[i].isSilent = i > 0 && events[i].isSilent();
  }
  fill(placed.back(), newcomer.after, newcomer.wants, newcomer.writes);
  placed.back().isSilent = newcomer.isSilent;
  return linearise(placed, wanted, cells.size());
}

void addTargets(std::span<const GraphEvent> events, const GraphClock &start,
                std::span<const ReadFrom> reads, const Target &from, std::vector<Target> &out) {
  const auto covers = [](const std::vector<ReadFrom> &list, Bytes bytes) {
    std::vector<Bytes> left = {bytes};
    for (const ReadFrom &read : list)
      subtract(left, read.bytes);
    return left.empty();
  };
  std::vector<ReadFrom> fixed = from.wants;
  for (const ReadFrom &read : reads) {
    if (covers(from.wants, read.bytes))
      continue;
    // Writers may have written parts of it.
    std::vector<GraphId> writers;
    std::vector<vm::Address> cuts = {read.bytes.address, read.bytes.end()};
    for (GraphId i = 0; i < events.size(); ++i)
      for (const Bytes &bytes : events[i].writes)
        if (bytes.overlaps(read.bytes)) {
          if (writers.empty() || writers.back() != i)
            writers.push_back(i);
          for (const vm::Address at : {bytes.address, bytes.end()})
            if (at > read.bytes.address && at < read.bytes.end())
              cuts.push_back(at);
        }
    std::ranges::sort(cuts);
    cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      const Bytes piece = {cuts[i], cuts[i + 1] - cuts[i]};
      const auto writes = [&](GraphId id) {
        return std::ranges::any_of(events[id].writes,
                                   [&](const Bytes &bytes) { return bytes.covers(piece); });
      };
      // Overwritten before the reader comes, in any case.
      const auto isOver = [&](GraphId writer) {
        return std::ranges::any_of(writers, [&](GraphId other) {
          return other != writer && writes(other) && events[other].isIn(start) &&
                 (writer == nobody || events[writer].isIn(events[other].clock));
        });
      };
      const auto offer = [&](GraphId writer) {
        if (writer == read.writer || isOver(writer))
          return;
        Target target;
        target.wants = fixed;
        target.wants.push_back({piece, writer});
        target.asked = from.asked;
        target.isWayFixed = from.isWayFixed;
        out.push_back(std::move(target));
      };
      if (!covers(from.wants, piece)) {
        offer(nobody);
        for (const GraphId writer : writers)
          if (writes(writer))
            offer(writer);
      }
      fixed.push_back({piece, read.writer});
    }
  }
}

std::vector<std::uint64_t> signatureOf(const GraphEvent &event,
                                       std::span<const std::uint32_t> sides) {
  std::vector<ReadFrom> reads = event.reads;
  std::ranges::sort(reads, [](const ReadFrom &a, const ReadFrom &b) {
    return a.bytes.address < b.bytes.address;
  });
  std::vector<std::uint64_t> result = {event.way, sides.size()};
  result.insert(result.end(), sides.begin(), sides.end());
  for (const ReadFrom &read : reads)
    result.insert(result.end(), {read.bytes.address, read.bytes.size, read.writer});
  return result;
}

} // namespace heddle::explore
