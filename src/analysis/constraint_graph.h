// The constraints between nodes, and the solver. A node is a value of the program or a cell of
// memory; it has the set of places that it may point to.
//
// Solved in waves (Pereira and Berlin, "Wave propagation and deep propagation for pointer
// analysis", 2009): cycles of copies become one node, what is new in a set goes along the copies in
// topological order, then loads, stores and calls look at what is new in the sets they depend on
// and add copies; until nothing is new.
#pragma once

#include "analysis/location_set.h"
#include "analysis/objects.h"

#include <compare>
#include <cstdint>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <vector>

namespace heddle::analysis {

class ConstraintGraph final : public CellGraph {
public:
  ConstraintGraph();

  ObjectTable &objects() { return table; }
  const ObjectTable &objects() const { return table; }

  NodeId newNode() override;
  /// `to` may point wherever `from` does.
  void addCopy(NodeId from, NodeId to) override;
  void mergeLater(std::vector<NodeId> group) override { toMerge.push_back(std::move(group)); }

  void addPlace(NodeId node, PlaceId place);
  /// `to` may point `offset` bytes behind where `from` does, and any multiple of `stride` from
  /// there.
  void addShift(NodeId from, NodeId to, std::int64_t offset, std::uint64_t stride);
  void addAnyShift(NodeId from, NodeId to) { addShift(from, to, 0, 1); }
  /// `size` bytes at `pointer` + `offset`, which is small. A size of anySize is everything from
  /// there on.
  void addLoad(NodeId pointer, NodeId to, std::int64_t offset, std::uint64_t size);
  void addStore(NodeId pointer, NodeId from, std::int64_t offset, std::uint64_t size);
  /// All that is at `pointer` is known to `contents` and may become all that `pointer` is, but for
  /// what the models of the library keep to themselves.
  void addMixing(NodeId pointer, NodeId contents);
  /// `size` bytes, each word to its place as far as the size is known.
  void addTransfer(NodeId to, NodeId from, std::uint64_t size);
  /// Has `call` told of every function that `pointer` may be.
  void addCall(NodeId pointer, std::uint32_t call);

  /// Who hears which functions a call reaches: it may add constraints.
  using Reached = llvm::function_ref<void(std::uint32_t call, ObjectId function)>;
  void solve(Reached reached);

  const LocationSet &pointsTo(NodeId node) const { return nodes[representative(node)].set; }
  NodeId representative(NodeId node) const;

  std::size_t nodeCount() const { return nodes.size(); }
  std::size_t constraintCount() const { return constraints; }
  std::size_t flowCount() const;
  std::size_t mergedCount() const { return mergedNodes; }
  std::size_t setBytes() const;
  std::size_t rounds() const { return waves; }

private:
  struct Shift {
    NodeId to;
    std::uint64_t stride;
    std::int64_t offset;
    auto operator<=>(const Shift &) const = default;
  };
  struct Use { ///< A load, a store or a call through the node; Own: not of the library's memory.
    enum Kind : std::uint8_t { Load, Store, Call, LoadOwn, StoreOwn } kind;
    NodeId other; ///< Between the access and its values; the call.
    std::int64_t offset;
    std::uint64_t size;
    bool operator==(const Use &) const = default;
  };
  struct Node {
    LocationSet set;
    LocationSet fresh;  ///< Of `set`: what has not gone on yet.
    LocationSet unused; ///< Of `set`: what the uses have not looked at.
    std::vector<NodeId> copies;
    std::vector<Shift> shifts;
    std::vector<Use> uses;
    bool isWide = false; ///< It points to so much that all its places are "anywhere".
  };

  NodeId find(NodeId node);
  void receive(NodeId id, const LocationSet &places);
  void widen(NodeId id);
  void keepUse(NodeId id, Use one);
  void use(const Use &use, PlaceId place);
  NodeId addUse(NodeId pointer, Use::Kind kind, std::int64_t offset, std::uint64_t size);
  static std::pair<std::uint64_t, std::uint64_t> keyOf(NodeId pointer, Use::Kind kind,
                                                       std::int64_t offset, std::uint64_t size) {
    return {std::uint64_t{pointer} << 32 | static_cast<std::uint32_t>(offset) << 3 | kind, size};
  }
  void blur(NodeId cell);
  void applyUses(NodeId node);
  void mergeCycles();
  void mergePending();
  void absorb(NodeId into, NodeId from);
  void propagate(NodeId node);
  void tidy(Node &node, NodeId self);

  ObjectTable table{*this};
  std::vector<Node> nodes;
  mutable std::vector<NodeId> parents;
  std::vector<NodeId> order;           ///< Representatives, sources first.
  llvm::DenseSet<std::uint64_t> known; ///< Copies by their two nodes.
  llvm::DenseSet<NodeId> blurred;      ///< Cells that are written in part.
  llvm::DenseMap<std::pair<std::uint64_t, std::uint64_t>, NodeId> usesOf;
  std::vector<std::vector<NodeId>> toMerge;
  std::vector<std::pair<std::uint32_t, ObjectId>> newCallees;
  std::size_t constraints = 0;
  std::size_t mergedNodes = 0;
  std::size_t waves = 0;
  bool isChanged = false;
};

} // namespace heddle::analysis
