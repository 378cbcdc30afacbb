#include "expr/builder.h"

#include "expr/bits.h"

#include <algorithm>
#include <iterator>

namespace heddle::expr {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
  return hash * 0xFF51AFD7ED558CCD ^ hash >> 32;
}

std::uint64_t hashOf(const Node &node) {
  std::uint64_t hash = static_cast<std::uint64_t>(node.op) << 8 | node.width;
  for (const Ref operand : {node.a, node.b, node.c})
    hash = mix(hash, operand ? operand->id + 1 : 0);
  hash = mix(hash, node.value);
  return mix(hash, reinterpret_cast<std::uintptr_t>(node.table));
}

bool isSame(const Node &a, const Node &b) {
  return a.op == b.op && a.width == b.width && a.a == b.a && a.b == b.b && a.c == b.c &&
         a.value == b.value && a.table == b.table;
}

} // namespace

bool Support::contains(std::uint32_t input) const {
  return std::binary_search(inputs.begin(), inputs.end(), input);
}

bool Support::meets(const Support &other) const {
  auto a = inputs.begin();
  auto b = other.inputs.begin();
  while (a != inputs.end() && b != other.inputs.end()) {
    if (*a == *b)
      return true;
    *a < *b ? ++a : ++b;
  }
  return false;
}

Builder::Builder() : buckets(4096) {
  none = internSupport({});
  no = constant(0, 1);
  yes = constant(1, 1);
}

Builder::~Builder() = default;

Ref Builder::byId(std::uint32_t id) const {
  return &chunks[id / chunkSize][id % chunkSize];
}

const Support *Builder::internSupport(Support support) {
  std::uint64_t hash = support.inputs.size();
  for (const std::uint32_t input : support.inputs)
    hash = mix(hash, input);
  const auto [first, last] = supports.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (it->second->inputs == support.inputs)
      return it->second.get();
  return supports.emplace(hash, std::make_unique<Support>(std::move(support)))->second.get();
}

const Support *Builder::join(const Support *a, const Support *b) {
  if (a == b || b->inputs.empty())
    return a;
  if (a->inputs.empty())
    return b;
  const Support *&known = joins[{a, b}];
  if (known)
    return known;
  Support both;
  std::set_union(a->inputs.begin(), a->inputs.end(), b->inputs.begin(), b->inputs.end(),
                 std::back_inserter(both.inputs));
  return known = internSupport(std::move(both));
}

const Table *Builder::internTable(std::vector<Ref> elements) {
  std::uint64_t hash = elements.size();
  for (const Ref element : elements)
    hash = mix(hash, element->id);
  const auto [first, last] = tables.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (it->second->elements == elements)
      return it->second.get();
  auto table = std::make_unique<Table>();
  table->support = none;
  for (const Ref element : elements) {
    table->support = join(table->support, element->support);
    table->hasFloats |= element->hasFloats;
    table->hasCells |= element->hasCells;
  }
  table->elements = std::move(elements);
  return tables.emplace(hash, std::move(table))->second.get();
}

Ref Builder::intern(Node node) {
  const std::uint64_t hash = hashOf(node);
  std::size_t at = hash & (buckets.size() - 1);
  for (; buckets[at]; at = (at + 1) & (buckets.size() - 1))
    if (isSame(*buckets[at], node))
      return buckets[at];
  node.id = static_cast<std::uint32_t>(count);
  node.hasFloats = node.op >= Op::FloatAdd;
  node.hasCells = node.op == Op::Cell;
  node.support =
      node.op == Op::Input ? internSupport({{static_cast<std::uint32_t>(node.value)}}) : none;
  for (const Ref operand : {node.a, node.b, node.c})
    if (operand) {
      node.hasFloats |= operand->hasFloats;
      node.hasCells |= operand->hasCells;
      node.support = join(node.support, operand->support);
    }
  if (node.table) {
    node.hasFloats |= node.table->hasFloats;
    node.hasCells |= node.table->hasCells;
    node.support = join(node.support, node.table->support);
  }
  findBits(node);
  if (node.op != Op::Constant && node.low == node.high)
    return constant(node.low, node.width);
  if (count % chunkSize == 0)
    chunks.push_back(std::make_unique<Node[]>(chunkSize));
  Node &made = chunks.back()[count % chunkSize];
  made = node;
  buckets[at] = &made;
  if (++count * 2 > buckets.size())
    grow();
  return &made;
}

void Builder::grow() {
  buckets.assign(buckets.size() * 4, nullptr);
  for (std::size_t i = 0; i < count; ++i) {
    Node &node = chunks[i / chunkSize][i % chunkSize];
    std::size_t at = hashOf(node) & (buckets.size() - 1);
    while (buckets[at])
      at = (at + 1) & (buckets.size() - 1);
    buckets[at] = &node;
  }
}

Ref Builder::constant(std::uint64_t value, unsigned width) {
  Node node;
  node.width = static_cast<std::uint8_t>(width);
  node.value = value & ones(width);
  return intern(node);
}

Ref Builder::input(std::uint32_t number, unsigned width) {
  Node node;
  node.op = Op::Input;
  node.width = static_cast<std::uint8_t>(width);
  node.value = number;
  return intern(node);
}

Ref Builder::cell(std::uint32_t number, unsigned width) {
  Node node;
  node.op = Op::Cell;
  node.width = static_cast<std::uint8_t>(width);
  node.value = number;
  return intern(node);
}

Ref Builder::binary(Op op, Ref a, Ref b) {
  switch (op) {
  case Op::Add:
    return add(a, b);
  case Op::Sub:
    return sub(a, b);
  case Op::Mul:
    return mul(a, b);
  case Op::And:
    return bitAnd(a, b);
  case Op::Or:
    return bitOr(a, b);
  case Op::Xor:
    return bitXor(a, b);
  case Op::ShiftLeft:
  case Op::ShiftRight:
  case Op::ShiftRightSigned:
    return shift(op, a, b);
  case Op::Equal:
    return equal(a, b);
  case Op::Less:
    return less(a, b);
  case Op::LessSigned:
    return lessSigned(a, b);
  default:
    return divide(op, a, b);
  }
}

} // namespace heddle::expr
