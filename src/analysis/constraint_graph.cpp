#include "analysis/constraint_graph.h"

#include "program/models.h"

#include <algorithm>
#include <llvm/IR/GlobalVariable.h>

namespace heddle::analysis {

namespace {
constexpr std::uint64_t pointerSize = 8;
constexpr std::size_t mostPlaces = 128; ///< Of a node, before it is widened.
constexpr unsigned mostPasses = 8;      ///< Before cycles are looked for again.

/// A variable of the models, such as the table of standard streams.
bool belongsToModels(const AbstractObject &object) {
  return object.kind == ObjectKind::Global &&
         program::isModel(*llvm::cast<llvm::GlobalVariable>(object.value));
}
} // namespace

ConstraintGraph::ConstraintGraph() {
  newNode(); // noNode
}

NodeId ConstraintGraph::newNode() {
  nodes.emplace_back();
  parents.push_back(static_cast<NodeId>(nodes.size() - 1));
  return parents.back();
}

NodeId ConstraintGraph::representative(NodeId node) const {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

NodeId ConstraintGraph::find(NodeId node) {
  return representative(node);
}

// --- constraints
// ------------------------------------------------------------------------------------

void ConstraintGraph::receive(NodeId id, const LocationSet &places) {
  Node &node = nodes[id];
  if (!(node.isWide ? node.set.unite(table.shifted(places, 0, 1), node.fresh)
                    : node.set.unite(places, node.fresh)))
    return;
  isChanged = true;
  if (!node.isWide && node.set.count() > mostPlaces)
    widen(id);
}

/// Gives up telling places of an object apart: with so many targets that is of no use, and so the
/// node can become one with those it is shifted to and from.
void ConstraintGraph::widen(NodeId id) {
  Node &node = nodes[id];
  node.isWide = true;
  node.set = table.shifted(node.set, 0, 1);
  node.fresh = node.set;
  node.unused.reset();
  std::vector<Use> uses;
  uses.swap(node.uses);
  for (const Use &one : uses)
    keepUse(id, one);
}

void ConstraintGraph::keepUse(NodeId id, Use one) {
  if (one.kind == Use::Call) {
    nodes[id].uses.push_back(one);
    return;
  }
  if (nodes[id].isWide) {
    one.offset = 0;
    one.size = AbstractObject::anySize;
  }
  const auto [entry, isNew] =
      usesOf.try_emplace(keyOf(id, one.kind, one.offset, one.size), one.other);
  if (entry->second != one.other)
    toMerge.push_back({entry->second, one.other});
  else if (isNew || std::ranges::find(nodes[id].uses, one) == nodes[id].uses.end())
    nodes[id].uses.push_back(one);
}

void ConstraintGraph::addPlace(NodeId node, PlaceId place) {
  ++constraints;
  LocationSet one;
  one.insert(place);
  receive(find(node), one);
}

void ConstraintGraph::addCopy(NodeId from, NodeId to) {
  from = find(from);
  to = find(to);
  if (from == to || from == noNode || to == noNode)
    return;
  if (!known.insert(std::uint64_t{from} << 32 | to).second)
    return;
  nodes[from].copies.push_back(to);
  receive(to, nodes[from].set);
}

void ConstraintGraph::addShift(NodeId from, NodeId to, std::int64_t offset, std::uint64_t stride) {
  if (offset == 0 && stride == 0)
    return addCopy(from, to);
  from = find(from);
  to = find(to);
  if (from == noNode || to == noNode)
    return;
  ++constraints;
  nodes[from].shifts.push_back({to, stride, offset});
  receive(to, table.shifted(nodes[from].set, offset, stride));
}

/// The node between the cells that an access touches and the values it loads or stores there:
/// accesses of one size by one pointer share it.
NodeId ConstraintGraph::addUse(NodeId pointer, Use::Kind kind, std::int64_t offset,
                               std::uint64_t size) {
  ++constraints;
  if (nodes[pointer].isWide) {
    offset = 0;
    size = AbstractObject::anySize;
  }
  const auto [entry, isNew] = usesOf.try_emplace(keyOf(pointer, kind, offset, size), noNode);
  if (!isNew)
    return entry->second;
  const NodeId between = newNode();
  entry->second = between;
  const Use one{kind, between, offset, size};
  nodes[pointer].uses.push_back(one);
  const LocationSet all = nodes[pointer].set;
  all.forEach([&](PlaceId place) { use(one, place); });
  return between;
}

void ConstraintGraph::addLoad(NodeId pointer, NodeId to, std::int64_t offset, std::uint64_t size) {
  pointer = find(pointer);
  if (pointer == noNode || to == noNode)
    return;
  const NodeId between = addUse(pointer, Use::Load, offset, size);
  // Parts of pointers, put together again, may point elsewhere in the object.
  size >= pointerSize ? addCopy(between, to) : addAnyShift(between, to);
}

void ConstraintGraph::addStore(NodeId pointer, NodeId from, std::int64_t offset,
                               std::uint64_t size) {
  pointer = find(pointer);
  if (pointer == noNode || (from == noNode && size >= pointerSize))
    return;
  const NodeId between = addUse(pointer, Use::Store, offset, size);
  size >= pointerSize ? addCopy(from, between) : addAnyShift(from, between);
}

void ConstraintGraph::addMixing(NodeId pointer, NodeId contents) {
  pointer = find(pointer);
  if (pointer == noNode)
    return;
  addCopy(addUse(pointer, Use::LoadOwn, 0, AbstractObject::anySize), contents);
  addCopy(pointer, addUse(pointer, Use::StoreOwn, 0, AbstractObject::anySize));
}

void ConstraintGraph::addTransfer(NodeId to, NodeId from, std::uint64_t size) {
  constexpr std::uint64_t largest = 512;
  constexpr std::uint64_t wordSize = 8;
  if (find(to) == noNode || find(from) == noNode)
    return;
  if (size > largest) {
    const NodeId all = newNode();
    addLoad(from, all, 0, size);
    addStore(to, all, 0, size);
    return;
  }
  for (std::uint64_t at = 0; at < size; at += wordSize) {
    const NodeId word = newNode();
    const std::uint64_t bytes = std::min(wordSize, size - at);
    addLoad(from, word, static_cast<std::int64_t>(at), bytes);
    addStore(to, word, static_cast<std::int64_t>(at), bytes);
  }
}

void ConstraintGraph::addCall(NodeId pointer, std::uint32_t call) {
  pointer = find(pointer);
  if (pointer == noNode)
    return;
  ++constraints;
  const Use through{Use::Call, call, 0, 0};
  nodes[pointer].uses.push_back(through);
  nodes[pointer].set.forEach([&](PlaceId place) { use(through, place); });
}

/// Some bytes of what is there change.
void ConstraintGraph::blur(NodeId cell) {
  cell = find(cell);
  if (blurred.insert(cell).second)
    addAnyShift(cell, cell);
}

void ConstraintGraph::use(const Use &use, PlaceId place) {
  const bool isOwn = use.kind == Use::LoadOwn || use.kind == Use::StoreOwn;
  if (isOwn && belongsToModels(table.object(table.target(place).object)))
    return;
  switch (use.kind) {
  case Use::Load:
  case Use::LoadOwn:
    return table.forEachCell(place, use.offset, use.size, false,
                             [&](const Cell &cell) { addCopy(cell.out, use.other); });
  case Use::Store:
  case Use::StoreOwn:
    return table.forEachCell(place, use.offset, use.size, true, [&](const Cell &cell) {
      addCopy(use.other, cell.in);
      if (use.size < pointerSize && !cell.period)
        blur(cell.in);
    });
  case Use::Call:
    const ObjectId object = table.target(place).object;
    if (!table.object(object).hasMemory()) {
      newCallees.emplace_back(use.other, object);
      isChanged = true;
    }
  }
}

// --- solving
// ----------------------------------------------------------------------------------------

void ConstraintGraph::propagate(NodeId id) {
  LocationSet fresh;
  fresh.swap(nodes[id].fresh);
  if (fresh.empty())
    return;
  if (!nodes[id].uses.empty())
    nodes[id].unused.unite(fresh);
  for (NodeId &to : nodes[id].copies) {
    to = find(to);
    if (to != id)
      receive(to, fresh);
  }
  for (Shift &shift : nodes[id].shifts) {
    shift.to = find(shift.to);
    receive(shift.to, table.shifted(fresh, shift.offset, shift.stride));
  }
}

void ConstraintGraph::applyUses(NodeId id) {
  LocationSet unused;
  unused.swap(nodes[id].unused);
  if (unused.empty())
    return;
  // Cells may make nodes, and so move this one.
  for (std::size_t i = 0; i < nodes[id].uses.size(); ++i) {
    const Use one = nodes[id].uses[i];
    unused.forEach([&](PlaceId place) { use(one, place); });
  }
}

void ConstraintGraph::absorb(NodeId into, NodeId from) {
  into = find(into);
  from = find(from);
  if (into == from)
    return;
  ++mergedNodes;
  if (nodes[into].isWide != nodes[from].isWide)
    widen(nodes[into].isWide ? from : into);
  parents[from] = into;
  Node gone = std::move(nodes[from]);
  nodes[from] = {};
  Node &node = nodes[into];
  // Each half goes where only the other half's places went before.
  LocationSet missing = gone.set;
  missing.subtract(node.set);
  LocationSet lacking = node.set;
  lacking.subtract(gone.set);
  for (const LocationSet *set : {&missing, &lacking, &gone.fresh, &gone.unused, &node.unused})
    node.fresh.unite(*set);
  node.unused.reset();
  node.set.unite(gone.set);
  node.copies.insert(node.copies.end(), gone.copies.begin(), gone.copies.end());
  node.shifts.insert(node.shifts.end(), gone.shifts.begin(), gone.shifts.end());
  for (const Use &one : gone.uses)
    keepUse(into, one);
  isChanged = true;
}

void ConstraintGraph::mergePending() {
  while (!toMerge.empty()) {
    const std::vector<NodeId> group = std::move(toMerge.back());
    toMerge.pop_back();
    for (const NodeId node : group)
      absorb(group.front(), node);
  }
}

/// Brings the edges of a node up to date: representatives, each once.
void ConstraintGraph::tidy(Node &node, NodeId self) {
  for (NodeId &to : node.copies)
    to = find(to);
  std::ranges::sort(node.copies);
  node.copies.erase(std::unique(node.copies.begin(), node.copies.end()), node.copies.end());
  std::erase(node.copies, self);
  for (Shift &shift : node.shifts)
    shift.to = find(shift.to);
  std::ranges::sort(node.shifts);
  node.shifts.erase(std::unique(node.shifts.begin(), node.shifts.end()), node.shifts.end());
}

/// Tarjan's components along the copies; `order` is then their topological order. A shift to
/// anywhere counts as a copy: in a cycle with one, all nodes come to point anywhere in the objects
/// that any of them points to. So does every shift of a node that is widened.
void ConstraintGraph::mergeCycles() {
  struct Visit {
    NodeId node;
    std::size_t next;
  };
  const auto count = nodes.size();
  std::vector<std::uint32_t> index(count, 0);
  std::vector<std::uint32_t> low(count, 0);
  std::vector<bool> isOpen(count, false);
  std::vector<NodeId> stack;
  std::vector<Visit> visits;
  std::vector<std::vector<NodeId>> cycles;
  std::uint32_t next = 0;
  order.clear();
  const auto open = [&](NodeId node) {
    tidy(nodes[node], node);
    index[node] = low[node] = ++next;
    isOpen[node] = true;
    stack.push_back(node);
    visits.push_back({node, 0});
  };
  const auto close = [&](NodeId node) {
    if (low[node] != index[node])
      return;
    std::vector<NodeId> component;
    NodeId one = noNode;
    do {
      one = stack.back();
      stack.pop_back();
      isOpen[one] = false;
      component.push_back(one);
    } while (one != node);
    order.push_back(node);
    if (component.size() > 1) {
      std::ranges::reverse(component); // `node` first: it stands in the order.
      cycles.push_back(std::move(component));
    }
  };
  for (NodeId root = 1; root < count; ++root) {
    if (parents[root] != root || index[root])
      continue;
    open(root);
    while (!visits.empty()) {
      Visit &visit = visits.back();
      const NodeId node = visit.node;
      const Node &from = nodes[node];
      if (visit.next == from.copies.size() + from.shifts.size()) {
        visits.pop_back();
        close(node);
        if (!visits.empty())
          low[visits.back().node] = std::min(low[visits.back().node], low[node]);
        continue;
      }
      const std::size_t edge = visit.next++;
      const std::size_t copies = from.copies.size();
      if (edge >= copies && from.shifts[edge - copies].stride != 1 && !from.isWide)
        continue;
      const NodeId to = edge < copies ? from.copies[edge] : from.shifts[edge - copies].to;
      if (!index[to])
        open(to);
      else if (isOpen[to])
        low[node] = std::min(low[node], index[to]);
    }
  }
  std::ranges::reverse(order);
  for (const std::vector<NodeId> &cycle : cycles)
    for (const NodeId node : cycle)
      absorb(cycle.front(), node);
}

void ConstraintGraph::solve(Reached reached) {
  do {
    isChanged = false;
    ++waves;
    mergePending();
    mergeCycles();
    // Shifts are no part of the order, so a pass may leave something behind.
    bool isLeft = true;
    for (unsigned pass = 0; isLeft && pass < mostPasses; ++pass) {
      isLeft = false;
      for (const NodeId node : order)
        if (parents[node] == node && !nodes[node].fresh.empty()) {
          propagate(node);
          isLeft = true;
        }
    }
    for (const NodeId node : order)
      if (parents[node] == node)
        applyUses(node);
    while (!newCallees.empty()) {
      const auto [call, function] = newCallees.back();
      newCallees.pop_back();
      reached(call, function);
    }
  } while (isChanged || !toMerge.empty());
}

std::size_t ConstraintGraph::flowCount() const {
  std::size_t sum = 0;
  for (const Node &node : nodes)
    sum += node.copies.size() + node.shifts.size();
  return sum;
}

std::size_t ConstraintGraph::setBytes() const {
  std::size_t sum = 0;
  for (const Node &node : nodes)
    sum += node.set.bytes() + node.fresh.bytes() + node.unused.bytes();
  return sum;
}

} // namespace heddle::analysis
