#include "reduce.h"

#include <algorithm>
#include <chrono>

namespace heddle::property {

namespace {

constexpr std::chrono::seconds longest{30};

class Reducer {
public:
  Reducer(Shape shape, const std::function<bool(const Shape &)> &stillFails)
      : shape(std::move(shape)), stillFails(stillFails) {}

  Shape run() {
    for (bool smaller = true; smaller && inTime();) {
      smaller = false;
      for (unsigned i = 1; i < shape.threads.size(); ++i)
        smaller |= dropThread(i);
      for (unsigned i = 0; i < shape.threads.size(); ++i)
        smaller |= thin([i](Shape &from) -> Block & { return from.threads[i]; });
      smaller |= thin([](Shape &from) -> Block & { return from.after; });
      for (unsigned i = 0; i < shape.functions.size(); ++i)
        smaller |= thin([i](Shape &from) -> Block & { return from.functions[i]; });
      for (unsigned i = 0; i < shape.onces.size(); ++i)
        smaller |= thin([i](Shape &from) -> Block & { return from.onces[i]; });
    }
    return std::move(shape);
  }

private:
  using Path = std::function<Block &(Shape &)>;

  bool inTime() const { return std::chrono::steady_clock::now() - start < longest; }

  bool attempt(Shape candidate) {
    if (!inTime() || !stillFails(candidate))
      return false;
    shape = std::move(candidate);
    return true;
  }

  static bool concerns(const Statement &statement, unsigned thread) {
    const bool lives = statement.kind == Kind::Create || statement.kind == Kind::Join ||
                       statement.kind == Kind::Detach || statement.kind == Kind::Cancel ||
                       statement.kind == Kind::CreateAll || statement.kind == Kind::JoinAll;
    return lives && statement.object == thread;
  }

  /// A thread that is not created stays as an empty function, so that the others keep their
  /// numbers.
  bool dropThread(unsigned thread) {
    Shape candidate = shape;
    candidate.threads[thread].clear();
    bool found = false;
    for (Block &block : candidate.threads)
      found |= std::erase_if(block, [&](const Statement &each) { return concerns(each, thread); });
    return found && attempt(std::move(candidate));
  }

  bool thin(const Path &path) {
    bool smaller = false;
    for (std::size_t i = path(shape).size(); i-- > 0;) {
      if (i >= path(shape).size())
        continue;
      const Kind kind = path(shape)[i].kind;
      if (kind == Kind::Create || kind == Kind::Join || kind == Kind::Detach ||
          kind == Kind::CreateAll || kind == Kind::JoinAll)
        continue;
      Shape without = shape;
      Block &block = path(without);
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      if (attempt(std::move(without))) {
        smaller = true;
        continue;
      }
      smaller |= unfold(path, i);
      if (i >= path(shape).size())
        continue;
      smaller |= thin([path, i](Shape &from) -> Block & { return path(from)[i].body; });
      smaller |= thin([path, i](Shape &from) -> Block & { return path(from)[i].otherwise; });
    }
    return smaller;
  }

  /// Puts the body of a statement in its place.
  bool unfold(const Path &path, std::size_t i) {
    Shape flat = shape;
    Block &block = path(flat);
    const Block inner = block[i].body;
    if (inner.empty())
      return false;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
    return attempt(std::move(flat));
  }

  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  Shape shape;
  const std::function<bool(const Shape &)> &stillFails;
};

} // namespace

Shape reduce(Shape shape, const std::function<bool(const Shape &)> &stillFails) {
  return Reducer(std::move(shape), stillFails).run();
}

} // namespace heddle::property
