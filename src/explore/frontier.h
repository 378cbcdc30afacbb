// Paths to go on from later. Each is kept as what it has beyond the one before: paths that a search
// meets one after the other share most of their choices.
#pragma once

#include "explore/checkpoint.h"

#include <algorithm>
#include <cassert>

namespace heddle::explore {

class Frontier {
public:
  bool empty() const { return items.empty(); }
  std::size_t size() const { return items.size(); }

  void add(const std::vector<vm::Choice> &path) {
    const auto differs = std::ranges::mismatch(path, last);
    const auto shared = static_cast<std::size_t>(differs.in1 - path.begin());
    items.push_back({shared, path.size() - shared});
    choices.insert(choices.end(), differs.in1, path.end());
    last = path;
  }

  /// The paths in the order in which they were added.
  class Reader {
  public:
    explicit Reader(const Frontier &frontier) : frontier(&frontier) {}
    /// Turns the path before into the next one; false if there is none. `path` is only for this.
    bool next(std::vector<vm::Choice> &path) {
      if (item == frontier->items.size())
        return false;
      const Item &now = frontier->items[item++];
      assert(now.shared <= path.size() && "the path is the one before");
      path.resize(now.shared);
      const auto begin = frontier->choices.begin() + static_cast<std::ptrdiff_t>(at);
      path.insert(path.end(), begin, begin + static_cast<std::ptrdiff_t>(now.own));
      at += now.own;
      return true;
    }

  private:
    const Frontier *frontier;
    std::size_t item = 0;
    std::size_t at = 0;
  };

  void write(support::ByteWriter &to) const {
    to.list(items, [&](const Item &item) {
      to.number(item.shared);
      to.number(item.own);
    });
    explore::write(to, choices);
  }
  void read(support::ByteReader &from) {
    std::size_t length = 0;
    std::size_t all = 0;
    from.list([&] {
      Item item{};
      item.shared = from.number<std::size_t>(length);
      item.own = from.number<std::size_t>(~0u);
      length = item.shared + item.own;
      all += item.own;
      items.push_back(item);
    });
    explore::read(from, choices);
    if (all != choices.size())
      from.fail();
    if (from.isBad())
      items.clear();
    for (Reader reader(*this); reader.next(last);)
      continue;
  }

private:
  struct Item {
    std::size_t shared; ///< Choices that it has from the one before.
    std::size_t own;
  };
  std::vector<Item> items;
  std::vector<vm::Choice> choices; ///< Own ones of all items.
  std::vector<vm::Choice> last;
};

} // namespace heddle::explore
