#include "vm/storage.h"

#include <bit>

namespace heddle::vm {

namespace {
constexpr std::uint64_t smallest = 32;
}

StoragePool::~StoragePool() {
  for (Free *list : lists)
    while (list) {
      Free *next = list->next;
      std::free(list);
      list = next;
    }
}

Storage *StoragePool::take(std::uint64_t size) {
  const std::uint64_t need = sizeof(Storage) + ((size + 7) & ~std::uint64_t{7}) + (size + 7) / 8;
  const std::uint64_t rounded = std::bit_ceil(need < smallest ? smallest : need);
  const unsigned index = static_cast<unsigned>(std::countr_zero(rounded / smallest));
  Storage *storage = nullptr;
  if (index < classes && lists[index]) {
    storage = reinterpret_cast<Storage *>(lists[index]);
    lists[index] = lists[index]->next;
  } else {
    storage = static_cast<Storage *>(std::malloc(index < classes ? rounded : need));
  }
  storage->references = 1;
  storage->sizeClass = index < classes ? index : Storage::large;
  storage->size = size;
  return storage;
}

Storage *StoragePool::copy(Storage *from) {
  Storage *to = take(from->size);
  std::memcpy(to->bytes(), from->bytes(),
              ((from->size + 7) & ~std::uint64_t{7}) + from->writtenSize());
  return to;
}

void StoragePool::giveBack(Storage *storage) {
  if (storage->sizeClass == Storage::large) {
    std::free(storage);
    return;
  }
  const unsigned index = storage->sizeClass;
  Free *node = reinterpret_cast<Free *>(storage);
  node->next = lists[index];
  lists[index] = node;
}

} // namespace heddle::vm
