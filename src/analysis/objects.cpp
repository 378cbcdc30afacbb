#include "analysis/objects.h"

#include <numeric>

namespace heddle::analysis {

namespace {

constexpr std::int64_t wordSize = 8;
constexpr std::int64_t mostWords = 8;     ///< Of one access that are told apart.
constexpr std::int64_t mostElements = 16; ///< Of a small array, likewise.

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t modulo(std::int64_t a, std::int64_t b) {
  return a - floorDivide(a, b) * b;
}

bool overlap(const Cell &a, const Cell &b) {
  const std::int64_t step = std::gcd(a.period, b.period);
  return step ? modulo(a.word - b.word, step) == 0 : a.word == b.word;
}

} // namespace

ObjectId ObjectTable::add(AbstractObject object) {
  objects.emplace_back().about = std::move(object);
  return static_cast<ObjectId>(objects.size() - 1);
}

PlaceId ObjectTable::place(ObjectId object, std::int64_t offset, std::uint64_t stride) {
  Entry &entry = objects[object];
  if (stride == 1 || stride >> 32 || entry.about.isVague)
    return entry.whole != noPlace ? entry.whole : (entry.whole = addPlace(object, 0, 1));
  if (stride)
    offset = modulo(offset, static_cast<std::int64_t>(stride));
  else if (offset > 0 && static_cast<std::uint64_t>(offset) > entry.about.size)
    offset = behind;
  const auto [known, isNew] =
      index.try_emplace({static_cast<std::uint64_t>(offset), stride << 32 | object}, noPlace);
  if (!isNew)
    return known->second;
  if (entry.places >= mostPlaces || entry.isCollapsed)
    return known->second = place(object, 0, 1);
  ++entry.places;
  return known->second = addPlace(object, offset, stride);
}

PlaceId ObjectTable::addPlace(ObjectId object, std::int64_t offset, std::uint64_t stride) {
  const auto id = static_cast<PlaceId>(places.size());
  places.push_back({object, offset, stride});
  if (wholes.size() <= id / 64)
    wholes.push_back(0);
  if (stride == 1)
    wholes[id / 64] |= std::uint64_t{1} << id % 64;
  return id;
}

PlaceId ObjectTable::shifted(PlaceId from, std::int64_t offset, std::uint64_t stride) {
  const Target at = places[from];
  if (at.stride == 0 && at.offset == behind && stride == 0 && offset >= 0)
    return from;
  std::int64_t sum = 0;
  if (at.stride == 1 || at.offset == behind || __builtin_add_overflow(at.offset, offset, &sum))
    return anywhere(at.object);
  return place(at.object, sum, std::gcd(at.stride, stride));
}

LocationSet ObjectTable::shifted(LocationSet from, std::int64_t offset, std::uint64_t stride) {
  LocationSet result = from.split(wholes); // They stay where they are.
  if (from.empty())
    return result;
  moved.clear();
  from.forEach([&](PlaceId place) { moved.push_back(shifted(place, offset, stride)); });
  result.unite(LocationSet::of(moved));
  return result;
}

Cell ObjectTable::collapse(Entry &entry) {
  std::vector<NodeId> nodes = {graph.newNode()};
  const NodeId all = nodes.front();
  for (const Cell &cell : entry.cells) {
    nodes.push_back(cell.in);
    nodes.push_back(cell.out);
  }
  graph.mergeLater(std::move(nodes));
  entry.isCollapsed = true;
  entry.cells = {{0, 1, all, all}};
  entry.cellIndex.clear();
  return entry.cells.front();
}

void ObjectTable::connect(const Cell &a, const Cell &b) {
  if (!overlap(a, b))
    return;
  graph.addCopy(a.in, b.out);
  graph.addCopy(b.in, a.out);
}

Cell ObjectTable::cell(ObjectId object, std::int64_t word, std::int64_t period) {
  Entry &entry = objects[object];
  if (entry.isCollapsed)
    return entry.cells.front();
  if (entry.about.isVague)
    return collapse(entry);
  if (period)
    word = modulo(word, period);
  const auto [known, isNew] = entry.cellIndex.try_emplace({word, period}, entry.cells.size());
  if (!isNew)
    return entry.cells[known->second];
  if (entry.cells.size() >= mostCells)
    return collapse(entry);
  const NodeId in = graph.newNode();
  const NodeId out = period ? graph.newNode() : in;
  const Cell made{word, period, in, out};
  if (in != out)
    graph.addCopy(in, out);
  for (const Cell &other : entry.cells)
    if (period || other.period)
      connect(made, other);
  entry.cells.push_back(made);
  return made;
}

void ObjectTable::addWords(ObjectId object, std::int64_t offset, std::int64_t size,
                           std::int64_t period) {
  const std::int64_t first = floorDivide(offset, wordSize);
  const std::int64_t last = floorDivide(offset + size - 1, wordSize);
  const std::int64_t count = last - first + 1;
  if (count > mostWords || (period && count >= period)) {
    accessed.push_back(cell(object, 0, 1));
    return;
  }
  for (std::int64_t word = first; word <= last; ++word)
    accessed.push_back(cell(object, word, period));
}

void ObjectTable::findStrided(ObjectId object, std::int64_t offset, std::int64_t stride,
                              std::int64_t size) {
  const std::uint64_t known = objects[object].about.size;
  offset = modulo(offset, stride);
  if (known != AbstractObject::anySize) {
    const std::int64_t room = static_cast<std::int64_t>(known) - size - offset;
    if (room < 0) // Not even the first of them lies inside.
      return;
    if (room / stride < mostElements && stride >= wordSize) {
      for (std::int64_t at = offset; at <= offset + room; at += stride)
        addWords(object, at, size, 0);
      return;
    }
  }
  if (stride % wordSize)
    accessed.push_back(cell(object, 0, 1));
  else
    addWords(object, offset, size, stride / wordSize);
}

void ObjectTable::findCells(PlaceId place, std::int64_t offset, std::uint64_t size) {
  const Target at = places[place];
  const AbstractObject &about = objects[at.object].about;
  if (!about.hasMemory() || size == 0)
    return;
  constexpr std::uint64_t large = std::uint64_t{1} << 40;
  if (size > large) {
    accessed.push_back(cell(at.object, 0, 1));
    return;
  }
  std::int64_t begin = 0;
  if (__builtin_add_overflow(at.offset, offset, &begin))
    return;
  if (at.stride)
    return findStrided(at.object, begin, static_cast<std::int64_t>(at.stride),
                       static_cast<std::int64_t>(size));
  // An access that leaves its object does not happen: it is an error.
  if (begin < 0 || (about.size != AbstractObject::anySize &&
                    (size > about.size || static_cast<std::uint64_t>(begin) > about.size - size)))
    return;
  addWords(at.object, begin, static_cast<std::int64_t>(size), 0);
}

} // namespace heddle::analysis
