// The forms of operator new and delete that the machine does not have itself.
#include <cstdlib>
#include <new>

const std::nothrow_t std::nothrow{};

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return std::malloc(size);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return std::malloc(size);
}
void *operator new(std::size_t size, std::align_val_t alignment) {
  if (void *made = std::aligned_alloc(static_cast<std::size_t>(alignment), size))
    return made;
  throw std::bad_alloc();
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return std::aligned_alloc(static_cast<std::size_t>(alignment), size);
}
void *operator new[](std::size_t size, std::align_val_t alignment,
                     const std::nothrow_t &) noexcept {
  return std::aligned_alloc(static_cast<std::size_t>(alignment), size);
}
void operator delete(void *pointer, const std::nothrow_t &) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer, const std::nothrow_t &) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, std::align_val_t) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer, std::align_val_t) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, std::size_t, std::align_val_t) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer, std::size_t, std::align_val_t) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, std::align_val_t, const std::nothrow_t &) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer, std::align_val_t, const std::nothrow_t &) noexcept {
  std::free(pointer);
}
