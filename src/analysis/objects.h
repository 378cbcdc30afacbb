// Abstract objects, places in them and the cells that hold what is stored there.
//
// A place is a location set in the way of Wilson and Lam: an object, a byte offset and a stride.
// Stride 0 is that one offset; otherwise it is all offsets that differ from it by a multiple; 1 is
// anywhere. Offsets behind the end of an object are not told apart: nothing can be accessed there,
// but from there a pointer may come back. What is stored is kept by words of eight bytes: two
// accesses that share a byte share a word, and a pointer that is copied in pieces stays in its
// word.
#pragma once

#include "analysis/location_set.h"
#include "analysis/points_to.h"

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <utility>
#include <vector>

namespace heddle::analysis {

using NodeId = std::uint32_t;
using PlaceId = std::uint32_t;
inline constexpr NodeId noNode = 0;

/// Words of an object that accesses share: one word, or every `period`th. What is stored goes in
/// at one end and what is loaded comes out at the other; for one word these are the same.
struct Cell {
  std::int64_t word = 0;
  std::int64_t period = 0; ///< In words; 0 for one word, 1 for all.
  NodeId in = noNode;
  NodeId out = noNode;
};

/// Who makes the nodes of cells and the flows between them.
class CellGraph {
public:
  virtual NodeId newNode() = 0;
  virtual void addCopy(NodeId from, NodeId to) = 0;
  /// All of these are one from now on; `nodes` is not empty.
  virtual void mergeLater(std::vector<NodeId> nodes) = 0;

protected:
  ~CellGraph() = default;
};

class ObjectTable {
public:
  /// Places of an object that are told apart; with more all its new places are "anywhere".
  static constexpr std::size_t mostPlaces = 128;
  /// Cells of an object; with more there is only one.
  static constexpr std::size_t mostCells = 128;

  explicit ObjectTable(CellGraph &graph) : graph(graph) {}

  ObjectId add(AbstractObject object);
  std::size_t size() const { return objects.size(); }
  const AbstractObject &object(ObjectId id) const { return objects[id].about; }
  AbstractObject &change(ObjectId id) { return objects[id].about; }

  PlaceId place(ObjectId object, std::int64_t offset, std::uint64_t stride = 0);
  PlaceId anywhere(ObjectId object) { return place(object, 0, 1); }
  const Target &target(PlaceId place) const { return places[place]; }
  std::size_t placeCount() const { return places.size(); }
  /// The places `offset` bytes on, and at any multiple of `stride` from there.
  LocationSet shifted(LocationSet places, std::int64_t offset, std::uint64_t stride);

  /// Calls `f(cell)` for the cells that an access of `size` bytes touches.
  template <class F>
  void forEachCell(PlaceId place, std::int64_t offset, std::uint64_t size, bool writes, F f) {
    accessed.clear();
    if (!writes || !object(places[place].object).isConstant)
      findCells(place, offset, size);
    for (const Cell &cell : accessed)
      f(cell);
  }
  /// One word, whatever the bounds are: for initialisers.
  Cell cellAt(ObjectId object, std::int64_t word, std::int64_t period) {
    return cell(object, word, period);
  }
  /// All cells there are by now.
  const std::vector<Cell> &cells(ObjectId object) const { return objects[object].cells; }

private:
  struct Entry {
    AbstractObject about;
    std::size_t places = 0;
    std::vector<Cell> cells;
    llvm::DenseMap<std::pair<std::int64_t, std::int64_t>, unsigned> cellIndex;
    bool isCollapsed = false;
    PlaceId whole = noPlace;
  };
  /// The offset of a place that is behind the end, wherever.
  static constexpr std::int64_t behind = std::int64_t{1} << 62;
  static constexpr PlaceId noPlace = ~PlaceId{0};
  PlaceId shifted(PlaceId place, std::int64_t offset, std::uint64_t stride);
  Cell cell(ObjectId object, std::int64_t word, std::int64_t period);
  Cell collapse(Entry &entry);
  PlaceId addPlace(ObjectId object, std::int64_t offset, std::uint64_t stride);
  void connect(const Cell &a, const Cell &b);
  void findCells(PlaceId place, std::int64_t offset, std::uint64_t size);
  void findStrided(ObjectId object, std::int64_t offset, std::int64_t stride, std::int64_t size);
  void addWords(ObjectId object, std::int64_t offset, std::int64_t size, std::int64_t period);

  CellGraph &graph;
  std::vector<Entry> objects;
  std::vector<Target> places;
  llvm::DenseMap<std::pair<std::uint64_t, std::uint64_t>, PlaceId> index;
  std::vector<std::uint64_t> wholes; ///< The places that are anywhere in their objects, as bits.
  std::vector<PlaceId> moved;
  std::vector<Cell> accessed;
};

} // namespace heddle::analysis
