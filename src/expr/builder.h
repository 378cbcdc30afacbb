// Makes expressions: each different one once, simplified as far as local rules go.
#pragma once

#include "expr/node.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::expr {

class Builder {
public:
  Builder();
  ~Builder();
  Builder(const Builder &) = delete;
  Builder &operator=(const Builder &) = delete;

  Ref constant(std::uint64_t value, unsigned width);
  Ref boolean(bool value) { return value ? yes : no; }
  /// The input of that number; its width must not change.
  Ref input(std::uint32_t number, unsigned width);
  Ref cell(std::uint32_t number, unsigned width);

  Ref add(Ref a, Ref b);
  Ref sub(Ref a, Ref b);
  Ref mul(Ref a, Ref b);
  Ref divide(Op op, Ref a, Ref b); ///< The divisions and remainders.
  Ref bitAnd(Ref a, Ref b);
  Ref bitOr(Ref a, Ref b);
  Ref bitXor(Ref a, Ref b);
  Ref shift(Op op, Ref a, Ref by);
  Ref negate(Ref a) { return sub(constant(0, a->width), a); }
  /// Every bit the other way; of a truth value: not.
  Ref invert(Ref a) { return bitXor(a, constant(ones(a->width), a->width)); }

  Ref equal(Ref a, Ref b);
  Ref less(Ref a, Ref b);
  Ref lessSigned(Ref a, Ref b);
  Ref lessEqual(Ref a, Ref b) { return invert(less(b, a)); }
  Ref lessEqualSigned(Ref a, Ref b) { return invert(lessSigned(b, a)); }

  Ref concat(Ref high, Ref low);
  Ref extract(Ref a, unsigned from, unsigned width);
  /// The lower bits, with operations on extended operands done in fewer bits. Unlike `extract` it
  /// does not give the node back when its cuts are put together again.
  Ref narrow(Ref a, unsigned width);
  Ref zeroExtend(Ref a, unsigned width);
  Ref signExtend(Ref a, unsigned width);
  /// Cuts off or fills up with zeros.
  Ref resize(Ref a, unsigned width) {
    return width <= a->width ? extract(a, 0, width) : zeroExtend(a, width);
  }
  Ref ite(Ref condition, Ref then, Ref otherwise);
  Ref select(std::vector<Ref> elements, Ref index);

  /// A float operation: `width` is the result's, `value` what the operation says it is.
  Ref floating(Op op, unsigned width, Ref a, Ref b = nullptr, Ref c = nullptr,
               std::uint64_t value = 0);

  /// An operation by its number; Concat to Select are not among them.
  Ref binary(Op op, Ref a, Ref b);

  std::size_t size() const { return count; }
  /// A number for one evaluation of nodes of this builder, never used twice.
  std::uint64_t freshStamp() { return ++stamps; }
  Ref byId(std::uint32_t id) const;

private:
  Ref plain(Op op, unsigned width, Ref a, Ref b = nullptr, Ref c = nullptr,
            std::uint64_t value = 0);
  /// The one node with these parts. Simplifies nothing.
  Ref intern(Node node);
  const Support *join(const Support *a, const Support *b);
  const Support *internSupport(Support support);
  const Table *internTable(std::vector<Ref> elements);
  void grow();

  static constexpr std::size_t chunkSize = 1024;
  std::vector<std::unique_ptr<Node[]>> chunks;
  std::size_t count = 0;
  std::vector<Node *> buckets;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<Support>> supports;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<Table>> tables;
  std::map<std::pair<const Support *, const Support *>, const Support *> joins;
  const Support *none = nullptr;
  Ref yes = nullptr;
  Ref no = nullptr;
  std::uint64_t stamps = 0;
  unsigned nesting = 0; ///< Of rules that go down one operand after the other.
};

} // namespace heddle::expr
