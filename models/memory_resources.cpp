// Memory resources: that of new and delete, that which has none, the default one, and arenas.
#include <algorithm>
#include <atomic>
#include <memory_resource>
#include <new>

namespace std {
namespace pmr {

namespace {

class NewAndDelete final : public memory_resource {
  void *do_allocate(size_t bytes, size_t alignment) override {
    return ::operator new(bytes, align_val_t(alignment));
  }
  void do_deallocate(void *pointer, size_t bytes, size_t alignment) override {
    ::operator delete(pointer, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

class Nothing final : public memory_resource {
  void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

// Used by destructors of other static objects, so they have none themselves.
[[clang::no_destroy]] NewAndDelete newAndDelete;
[[clang::no_destroy]] Nothing nothing;
atomic<memory_resource *> chosen{nullptr};

} // namespace

memory_resource::~memory_resource() = default;
memory_resource *new_delete_resource() noexcept {
  return &newAndDelete;
}
memory_resource *null_memory_resource() noexcept {
  return &nothing;
}
memory_resource *get_default_resource() noexcept {
  memory_resource *own = chosen.load();
  return own ? own : &newAndDelete;
}
memory_resource *set_default_resource(memory_resource *resource) noexcept {
  memory_resource *before = chosen.exchange(resource);
  return before ? before : &newAndDelete;
}

/// At the start of each buffer, and as aligned as any of them can be asked to be.
class monotonic_buffer_resource::_Chunk {
public:
  _Chunk *next;
  size_t bytes;
  size_t alignment;
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  alignment = max(alignment, alignof(max_align_t));
  const size_t before = (sizeof(_Chunk) + alignment - 1) / alignment * alignment;
  const size_t room = max(bytes, _M_next_bufsiz);
  auto *start = static_cast<char *>(_M_upstream->allocate(before + room, alignment));
  _M_head = new (start) _Chunk{_M_head, before + room, alignment};
  _M_current_buf = start + before;
  _M_avail = room;
  _M_next_bufsiz = _S_next_bufsize(room);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_Chunk *chunk = _M_head) {
    _M_head = chunk->next;
    _M_upstream->deallocate(chunk, chunk->bytes, chunk->alignment);
  }
}

monotonic_buffer_resource::~monotonic_buffer_resource() {
  release();
}

} // namespace pmr
} // namespace std
