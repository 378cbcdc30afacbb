// Mapped memory (sys/mman.h). A mapping of a file is a copy; one that is shared is written back by
// msync and munmap, so two mappings of one file do not see each other's writes before that.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct mapping {
  struct mapping *next;
  void *address;
  size_t size;
  struct node *node; // To write back to; null if there is none.
  size_t at;
};

static struct mapping *mappings; // Whoever uses them enters the tree.

static void remember(void *address, size_t size, struct node *node, size_t at) {
  struct mapping *mapping = malloc(sizeof *mapping);
  if (!mapping)
    abort();
  *mapping = (struct mapping){mappings, address, size, node, at};
  mappings = mapping;
}

void *mmap(void *wanted, size_t size, int protection, int flags, int descriptor, off_t at) {
  struct node *node = NULL;
  if (!size || (at & 4095)) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  if ((flags & MAP_FIXED) && wanted)
    __heddle_unsupported("a mapping at a fixed address");
  if (!(flags & MAP_ANONYMOUS)) {
    struct description *of = __heddle_description(descriptor);
    if (!of)
      return MAP_FAILED;
    node = of->node;
    if (node->kind != RegularFile && node->kind != ZeroDevice) {
      errno = ENODEV;
      return MAP_FAILED;
    }
  }
  void *address = __heddle_map(size);
  if (node && node->kind == RegularFile) {
    enter(&node->turn);
    __heddle_take(node, (size_t)at, address, size);
    leave(&node->turn);
    if ((flags & MAP_SHARED) && (protection & PROT_WRITE)) {
      __heddle_enter_tree();
      ++node->users;
      remember(address, size, node, (size_t)at);
      __heddle_leave_tree();
    }
  }
  return address;
}
void *mmap64(void *wanted, size_t size, int protection, int flags, int descriptor, off_t at) {
  return mmap(wanted, size, protection, flags, descriptor, at);
}

// What lies behind the end of the file stays out of it.
static void writeBack(const struct mapping *mapping) {
  struct node *node = mapping->node;
  enter(&node->turn);
  if (mapping->at < node->size) {
    const size_t rest = node->size - mapping->at;
    __heddle_put(node, mapping->at, mapping->address, rest < mapping->size ? rest : mapping->size);
  }
  leave(&node->turn);
}

int msync(void *address, size_t size, int flags) {
  (void)size;
  (void)flags;
  __heddle_enter_tree();
  for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next)
    if (mapping->address == address)
      writeBack(mapping);
  __heddle_leave_tree();
  return 0;
}

int munmap(void *address, size_t size) {
  (void)size;
  __heddle_enter_tree();
  for (struct mapping **link = &mappings; *link; link = &(*link)->next) {
    struct mapping *mapping = *link;
    if (mapping->address != address)
      continue;
    writeBack(mapping);
    *link = mapping->next;
    --mapping->node->users;
    __heddle_release(mapping->node);
    free(mapping);
    break;
  }
  __heddle_leave_tree();
  if (!__heddle_unmap(address))
    __heddle_unsupported("munmap of a part of a mapping");
  return 0;
}

// Protection is not kept: a write to memory that may only be read is not found.
int mprotect(void *address, size_t size, int protection) {
  (void)address;
  (void)size;
  (void)protection;
  return 0;
}
int madvise(void *address, size_t size, int advice) {
  (void)address;
  (void)size;
  (void)advice;
  return 0;
}
int posix_madvise(void *address, size_t size, int advice) {
  return madvise(address, size, advice);
}
int mlock(const void *address, size_t size) {
  (void)address;
  (void)size;
  return 0;
}
int munlock(const void *address, size_t size) {
  return mlock(address, size);
}
