// Heap blocks that nobody can reach any more when the process ends.
#include "vm/executor.h"
#include "vm/guard.h"
#include "vm/machine.h"

#include <unordered_set>

namespace heddle::vm {

namespace {
bool mayLeak(const Object &object) {
  return object.kind == ObjectKind::Heap && object.leakable && object.live;
}
} // namespace

void Machine::findLeaks() {
  bool any = false;
  x->memory.forEach([&](ObjectId, const Object &object) { any |= mayLeak(object); });
  if (!any) // Most programs free what they take: nothing is to be followed then.
    return;
  std::unordered_set<ObjectId> reached;
  std::vector<ObjectId> todo;
  auto follow = [&](Address pointer) {
    const Object *object = x->memory.find(pointer);
    if (!object || !object->live || !object->storage || pointer < object->base ||
        pointer - object->base > object->size)
      return;
    if (reached.insert(idOf(object->base)).second)
      todo.push_back(idOf(object->base));
  };
  // A symbolic pointer may point to any of these.
  auto followAll = [&](expr::Ref node) {
    if (node)
      for (const std::uint64_t constant : x->symbolic.constantsOf(node))
        follow(constant);
  };
  x->memory.forEach([&](ObjectId, const Object &object) {
    const bool root = object.kind == ObjectKind::Global || object.kind == ObjectKind::Stack ||
                      object.kind == ObjectKind::ThreadLocal ||
                      (object.kind == ObjectKind::Heap && !object.leakable);
    if (root && object.live)
      follow(object.base);
  });
  for (const auto &thread : x->threads) {
    if (!thread)
      continue;
    follow(thread->core.result);
    for (std::uint32_t i = 0; i < thread->core.depth; ++i) {
      const Frame &frame = thread->frames[i];
      for (std::uint32_t r = 0; r < frame.function->frameSize; ++r)
        follow(thread->registers[frame.base + r]);
      if (frame.guarded) {
        const Shadows shadows(thread->registers.data() + frame.base, *frame.function);
        for (std::uint32_t r = 0; r < frame.function->frameSize; ++r)
          followAll(shadows.node(r));
      }
    }
  }
  while (!todo.empty()) {
    const Object &object = *x->memory.object(todo.back());
    todo.pop_back();
    for (std::uint64_t i = 0; i + 8 <= object.size; i += 8) {
      Address inner = 0;
      std::memcpy(&inner, object.storage->bytes() + i, 8);
      if (inner >= slotSize && inner < addressLimit)
        follow(inner);
      if (object.unwritten)
        followAll(x->symbolicAt(object.base + i, 8));
    }
  }
  x->memory.forEach([&](ObjectId id, const Object &object) {
    if (mayLeak(object) && !reached.contains(id))
      x->faults.push_back({FaultKind::Leak,
                           object.owner,
                           object.site,
                           "leaked block of " + std::to_string(object.size) +
                               " bytes: nothing points to it when the program ends",
                           noThread,
                           program::noLocation,
                           {}});
  });
}

} // namespace heddle::vm
