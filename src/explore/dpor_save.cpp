// The units of a dpor search as bytes: paths, the points on them, and for each point who sleeps
// there and what is left to try. Points that several units have in common are written once.
#include "explore/dpor_worker.h"

#include <map>

namespace heddle::explore::dpor {

using support::ByteReader;
using support::ByteWriter;

std::optional<Unit> Worker::rest() {
  Unit unit;
  if (!hasEnded)
    return unit;
  if (depth == 0)
    return std::nullopt;
  for (std::size_t i = 0; i < depth; ++i)
    makeShared(frames[i]);
  const std::size_t length = frames[depth - 1].node->path;
  unit.path.assign(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length));
  unit.frames.assign(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(depth));
  unit.isWithin = unit.frames.back().child != noChild; // None if it was just adopted.
  // Who takes it up has not come to the end of a step that is asked within.
  const Node &node = *frames[depth - 1].node;
  const std::size_t events = node.events - (node.asked ? 1 : 0);
  const std::size_t races = events < execution.size()
                                ? execution[static_cast<EventId>(events)].races
                                : execution.races.size();
  for (const Race &race : std::span(execution.races).first(stable < events ? 0 : races))
    unit.covers.push_back(race.cover);
  return unit;
}

namespace {

using Nodes = std::vector<std::shared_ptr<Node>>;

/// Writes and reads points; lists of accesses are written out, for numbers do not last.
class Points {
public:
  explicit Points(TouchTable &table) : touches(table, {}) {}

  void write(ByteWriter &to, const Node &node) const {
    const WakeupTrees &trees = node.shared->trees;
    to.number(node.path);
    to.number(node.events);
    to.number(node.asked);
    to.number(node.last);
    to.list(node.asleep, [&](const Sleeper &one) {
      to.number(one.thread);
      explore::write(to, touches[one.touches]);
      to.number(one.since);
    });
    to.number(node.loose);
    to.number(node.inherited);
    to.list(node.children, [&](const Child &one) { writeChild(to, trees, one); });
    explore::write(to, node.enabled);
    to.number(node.sides);
    to.number(node.triedSides);
    to.number(node.nth);
    to.number(node.effects);
    to.list(node.cursor, [&](BranchId id) { trees.write(to, id, touches); });
  }

  void read(ByteReader &from, Node &node) {
    node.shared = std::make_unique<Node::Shared>();
    WakeupTrees &trees = node.shared->trees;
    node.path = from.number<std::size_t>(~0u);
    node.events = from.number<std::size_t>(~0u);
    node.asked = from.flag();
    node.last = from.number<vm::ThreadId>(vm::noThread);
    from.list([&] {
      const auto thread = from.number<vm::ThreadId>(vm::noThread);
      const TouchId does = readTouches(from, touches);
      node.asleep.push_back({thread, does, from.number<std::size_t>(~0u)});
    });
    node.loose = from.flag();
    node.inherited = from.number<std::size_t>(node.asleep.size());
    from.list([&] { readChild(from, trees, node.children.emplace_back()); });
    explore::read(from, node.enabled);
    node.sides = from.number<std::uint32_t>(~0u);
    node.triedSides = from.number<std::uint32_t>(~0u);
    node.nth = from.number<std::size_t>(~0u);
    node.effects = from.number<std::size_t>(~0u);
    from.list([&] { node.cursor.push_back(trees.read(from, touches)); });
  }

private:
  void writeChild(ByteWriter &to, const WakeupTrees &trees, const Child &child) const {
    to.number(child.thread);
    to.number(child.ways);
    to.number(child.tried);
    to.number(child.workers);
    to.number(child.isAsleep);
    to.number(child.mustWait);
    to.list(child.roots, [&](BranchId id) { trees.write(to, id, touches); });
    explore::write(to, touches[child.touches]);
  }

  void readChild(ByteReader &from, WakeupTrees &trees, Child &child) {
    child.thread = from.number<vm::ThreadId>(vm::noThread);
    child.ways = from.number<std::uint32_t>(~0u);
    child.tried = from.number<std::uint32_t>(child.ways);
    child.workers = from.number<std::uint32_t>(~0u);
    child.isAsleep = from.flag();
    child.mustWait = from.flag();
    from.list([&] { child.roots.push_back(trees.read(from, touches)); });
    child.owned = child.roots;
    child.touches = readTouches(from, touches);
  }

  Touches touches;
};

void writeFrame(ByteWriter &to, const std::map<const Node *, std::size_t> &numbers,
                const Frame &frame) {
  to.number(numbers.at(frame.node.get()));
  to.number(frame.child + 1); // None is 0.
  to.number(frame.sleepers);
  to.list(frame.beside, [&](std::size_t one) { to.number(one); });
}

void readFrame(ByteReader &from, const Nodes &nodes, Frame &frame) {
  const auto number = from.number<std::size_t>(~0u);
  if (number >= nodes.size())
    return from.fail();
  frame.node = nodes[number];
  const std::size_t children = frame.node->children.size();
  frame.child = from.number<std::size_t>(frame.node->asked ? ~0u : children) - 1;
  frame.sleepers = from.number<std::size_t>(~0u);
  from.list([&] {
    frame.beside.push_back(from.number<std::size_t>(~0u));
    if (frame.beside.back() >= children)
      from.fail();
  });
}

/// Whether the points lie on the path in their order, and only the last may be in no child.
bool fits(const Unit &unit) {
  std::size_t before = 0;
  for (const Frame &frame : unit.frames) {
    const bool isLast = &frame == &unit.frames.back();
    if (frame.node->path < before || frame.node->path > unit.path.size() ||
        (isLast && frame.node->path != unit.path.size()))
      return false;
    if (!frame.node->asked && frame.child == noChild && (!isLast || unit.isWithin))
      return false;
    before = frame.node->path + 1;
  }
  return !unit.frames.empty() || unit.path.empty();
}

} // namespace

void Worker::write(ByteWriter &to, std::span<const Unit> units, Common &common) {
  std::map<const Node *, std::size_t> numbers;
  std::vector<const Node *> nodes;
  for (const Unit &unit : units)
    for (const Frame &frame : unit.frames)
      if (numbers.try_emplace(frame.node.get(), numbers.size()).second)
        nodes.push_back(frame.node.get());
  const Points points(common.touches);
  to.list(nodes, [&](const Node *node) { points.write(to, *node); });
  to.list(units, [&](const Unit &unit) {
    explore::write(to, unit.path);
    to.list(unit.frames, [&](const Frame &frame) { writeFrame(to, numbers, frame); });
    to.number(unit.isWithin);
    to.list(unit.covers, [&](EventId cover) { to.number(cover); });
  });
}

void Worker::read(ByteReader &from, std::vector<Unit> &units, Common &common) {
  Points points(common.touches);
  Nodes nodes;
  from.list([&] { points.read(from, *nodes.emplace_back(std::make_shared<Node>())); });
  from.list([&] {
    Unit &unit = units.emplace_back();
    explore::read(from, unit.path);
    from.list([&] { readFrame(from, nodes, unit.frames.emplace_back()); });
    unit.isWithin = from.flag();
    from.list([&] { unit.covers.push_back(from.number<EventId>(noEvent)); });
    if (from.isBad() || !fits(unit))
      from.fail();
  });
  if (from.isBad())
    units.clear();
}

} // namespace heddle::explore::dpor
