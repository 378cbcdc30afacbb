// Descriptors of files in memory (fcntl.h, unistd.h). Standard output and error are the
// VM's: writing to them touches nothing that threads share.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { mostDescriptors = 1024 };

static struct description *descriptors[mostDescriptors];
static int tableTurn;
static int hasStandard;

static struct description *newDescription(struct node *node, int flags) {
  struct description *made = calloc(1, sizeof *made);
  if (!made)
    abort();
  made->node = node;
  made->flags = flags;
  made->references = 1;
  ++node->users;
  return made;
}

// The three that every process starts with. The tree is entered.
static void openStandard(void) {
  static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  if (hasStandard)
    return;
  hasStandard = 1;
  for (int i = 0; i < 3; ++i)
    __atomic_store_n(&descriptors[i],
                     newDescription(__heddle_find(names[i]), i ? O_WRONLY : O_RDONLY),
                     __ATOMIC_RELEASE);
}

struct description *__heddle_description(int descriptor) {
  struct description *found = NULL;
  if (descriptor >= 0 && descriptor < mostDescriptors) {
    found = __atomic_load_n(&descriptors[descriptor], __ATOMIC_ACQUIRE);
    if (!found && descriptor < 3) {
      __heddle_enter_tree();
      openStandard();
      __heddle_leave_tree();
      found = __atomic_load_n(&descriptors[descriptor], __ATOMIC_ACQUIRE);
    }
  }
  if (!found)
    errno = EBADF;
  return found;
}

static int install(struct description *description, int from) {
  for (int i = from; i < mostDescriptors; ++i)
    if (i > 2 && !descriptors[i]) {
      __atomic_store_n(&descriptors[i], description, __ATOMIC_RELEASE);
      return i;
    }
  errno = EMFILE;
  return -1;
}

static struct node *nodeToOpen(const char *path, int flags) {
  struct node *node = __heddle_find(path);
  if (!node) {
    if (!(flags & O_CREAT) || errno != ENOENT)
      return NULL;
    return __heddle_make(path, RegularFile);
  }
  if ((flags & O_CREAT) && (flags & O_EXCL)) {
    errno = EEXIST;
    return NULL;
  }
  if (node->kind == Directory && (flags & O_ACCMODE) != O_RDONLY) {
    errno = EISDIR;
    return NULL;
  }
  if (node->kind != Directory && (flags & O_DIRECTORY)) {
    errno = ENOTDIR;
    return NULL;
  }
  return node;
}

static int openFile(const char *path, int flags) {
  enter(&tableTurn);
  __heddle_enter_tree();
  openStandard();
  struct node *node = nodeToOpen(path, flags);
  int descriptor = -1;
  if (node) {
    struct description *description = newDescription(node, flags);
    descriptor = install(description, 3);
    if (descriptor < 0) {
      --node->users;
      free(description);
    } else if ((flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY) {
      enter(&node->turn);
      node->size = 0;
      leave(&node->turn);
    }
  }
  __heddle_leave_tree();
  leave(&tableTurn);
  return descriptor;
}

int open(const char *path, int flags, ...) {
  return openFile(path, flags);
}
int open64(const char *path, int flags, ...) {
  return openFile(path, flags);
}
int __open_2(const char *path, int flags) {
  return openFile(path, flags);
}
int creat(const char *path, mode_t mode) {
  (void)mode;
  return openFile(path, O_CREAT | O_WRONLY | O_TRUNC);
}
int openat(int directory, const char *path, int flags, ...) {
  if (directory != AT_FDCWD && *path != '/')
    __heddle_unsupported("openat in a directory that is not the working one");
  return openFile(path, flags);
}

int close(int descriptor) {
  struct description *closed = __heddle_description(descriptor);
  if (!closed)
    return -1;
  enter(&tableTurn);
  __heddle_enter_tree();
  __atomic_store_n(&descriptors[descriptor], NULL, __ATOMIC_RELEASE);
  enter(&closed->turn);
  if (--closed->references == 0) {
    --closed->node->users;
    __heddle_release(closed->node);
    free(closed);
  } else {
    leave(&closed->turn);
  }
  __heddle_leave_tree();
  leave(&tableTurn);
  return 0;
}

static int duplicate(int descriptor, int from) {
  struct description *same = __heddle_description(descriptor);
  if (!same)
    return -1;
  enter(&tableTurn);
  const int made = install(same, from);
  if (made >= 0) {
    enter(&same->turn);
    ++same->references;
    leave(&same->turn);
  }
  leave(&tableTurn);
  return made;
}

int dup(int descriptor) {
  return duplicate(descriptor, 3);
}

int dup2(int descriptor, int wanted) {
  struct description *same = __heddle_description(descriptor);
  if (!same)
    return -1;
  if (descriptor == wanted)
    return wanted;
  if (wanted < 0 || wanted >= mostDescriptors) {
    errno = EBADF;
    return -1;
  }
  if (wanted < 3)
    __heddle_unsupported("dup2 onto a standard stream");
  if (__atomic_load_n(&descriptors[wanted], __ATOMIC_ACQUIRE))
    close(wanted);
  enter(&tableTurn);
  __atomic_store_n(&descriptors[wanted], same, __ATOMIC_RELEASE);
  enter(&same->turn);
  ++same->references;
  leave(&same->turn);
  leave(&tableTurn);
  return wanted;
}
int dup3(int descriptor, int wanted, int flags) {
  (void)flags;
  if (descriptor == wanted) {
    errno = EINVAL;
    return -1;
  }
  return dup2(descriptor, wanted);
}

// Only some commands come with a third argument.
#define THIRD_ARGUMENT(into)                                                                       \
  va_list arguments;                                                                               \
  va_start(arguments, command);                                                                    \
  const int into = va_arg(arguments, int);                                                         \
  va_end(arguments)

int fcntl(int descriptor, int command, ...) {
  struct description *of = __heddle_description(descriptor);
  if (!of)
    return -1;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC: {
    THIRD_ARGUMENT(from);
    return duplicate(descriptor, from < 3 ? 3 : from);
  }
  case F_GETFD:
  case F_SETFD:
  case F_SETLK:
  case F_SETLKW:
    return 0;
  case F_GETFL:
    return of->flags & ~(O_CREAT | O_EXCL | O_TRUNC);
  case F_SETFL: {
    THIRD_ARGUMENT(flags);
    enter(&of->turn);
    of->flags = (of->flags & ~(O_APPEND | O_NONBLOCK)) | (flags & (O_APPEND | O_NONBLOCK));
    leave(&of->turn);
    return 0;
  }
  default:
    __heddle_unsupported("a command of fcntl");
    return -1;
  }
}

// --- bytes

size_t __heddle_take(struct node *node, size_t at, void *to, size_t size) {
  if (node->kind == ZeroDevice) {
    memset(to, 0, size);
    return size;
  }
  if (node->kind != RegularFile || at >= node->size)
    return 0;
  const size_t rest = node->size - at;
  if (size > rest)
    size = rest;
  memcpy(to, node->bytes + at, size);
  return size;
}

static void makeRoom(struct node *node, size_t size) {
  if (size <= node->room)
    return;
  size_t room = node->room < 64 ? 64 : node->room;
  while (room < size)
    room *= 2;
  node->bytes = realloc(node->bytes, room);
  if (!node->bytes)
    abort();
  node->room = room;
}

void __heddle_resize(struct node *node, size_t size) {
  makeRoom(node, size);
  if (size > node->size)
    memset(node->bytes + node->size, 0, size - node->size);
  node->size = size;
}

void __heddle_put(struct node *node, size_t at, const void *from, size_t size) {
  if (node->kind == OutputStream)
    __heddle_print(node->stream, from, size);
  if (node->kind != RegularFile || !size)
    return;
  if (at > node->size)
    __heddle_resize(node, at);
  makeRoom(node, at + size);
  memcpy(node->bytes + at, from, size);
  if (at + size > node->size)
    node->size = at + size;
}

static int mayRead(const struct description *of) {
  if ((of->flags & O_ACCMODE) == O_WRONLY)
    errno = EBADF;
  else if (of->node->kind == Directory)
    errno = EISDIR;
  else
    return 1;
  return 0;
}
static int mayWrite(const struct description *of) {
  if ((of->flags & O_ACCMODE) != O_RDONLY)
    return 1;
  errno = EBADF;
  return 0;
}

ssize_t __heddle_read(struct description *of, void *to, size_t size) {
  if (!mayRead(of))
    return -1;
  enter(&of->turn);
  enter(&of->node->turn);
  const size_t got = __heddle_take(of->node, of->at, to, size);
  of->at += got;
  leave(&of->node->turn);
  leave(&of->turn);
  return (ssize_t)got;
}

ssize_t __heddle_write(struct description *of, const void *from, size_t size) {
  if (!mayWrite(of))
    return -1;
  enter(&of->turn);
  enter(&of->node->turn);
  if (of->flags & O_APPEND)
    of->at = of->node->size;
  __heddle_put(of->node, of->at, from, size);
  of->at += size;
  leave(&of->node->turn);
  leave(&of->turn);
  return (ssize_t)size;
}

off_t __heddle_seek(struct description *of, off_t offset, int whence) {
  enter(&of->turn);
  enter(&of->node->turn);
  const off_t base = whence == SEEK_SET   ? 0
                     : whence == SEEK_CUR ? (off_t)of->at
                                          : (off_t)of->node->size;
  off_t result = -1;
  if (of->node->kind == OutputStream)
    errno = ESPIPE;
  else if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0)
    errno = EINVAL;
  else
    of->at = (size_t)(result = base + offset);
  leave(&of->node->turn);
  leave(&of->turn);
  return result;
}

ssize_t read(int descriptor, void *to, size_t size) {
  struct description *of = __heddle_description(descriptor);
  return of ? __heddle_read(of, to, size) : -1;
}

ssize_t write(int descriptor, const void *from, size_t size) {
  if (descriptor == 1 || descriptor == 2)
    return (ssize_t)__heddle_print(descriptor, from, size);
  struct description *of = __heddle_description(descriptor);
  return of ? __heddle_write(of, from, size) : -1;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t got = read(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (got < 0)
      return -1;
    all += got;
    if ((size_t)got < parts[i].iov_len)
      break;
  }
  return all;
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t put = write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (put < 0)
      return -1;
    all += put;
  }
  return all;
}

ssize_t pread(int descriptor, void *to, size_t size, off_t at) {
  struct description *of = __heddle_description(descriptor);
  if (!of || !mayRead(of))
    return -1;
  enter(&of->node->turn);
  const size_t got = __heddle_take(of->node, (size_t)at, to, size);
  leave(&of->node->turn);
  return (ssize_t)got;
}
ssize_t pwrite(int descriptor, const void *from, size_t size, off_t at) {
  struct description *of = __heddle_description(descriptor);
  if (!of || !mayWrite(of))
    return -1;
  enter(&of->node->turn);
  __heddle_put(of->node, (size_t)at, from, size);
  leave(&of->node->turn);
  return (ssize_t)size;
}
ssize_t pread64(int descriptor, void *to, size_t size, off_t at) {
  return pread(descriptor, to, size, at);
}
ssize_t pwrite64(int descriptor, const void *from, size_t size, off_t at) {
  return pwrite(descriptor, from, size, at);
}

off_t lseek(int descriptor, off_t offset, int whence) {
  struct description *of = __heddle_description(descriptor);
  return of ? __heddle_seek(of, offset, whence) : -1;
}
off_t lseek64(int descriptor, off_t offset, int whence) {
  return lseek(descriptor, offset, whence);
}

int ftruncate(int descriptor, off_t size) {
  struct description *of = __heddle_description(descriptor);
  if (!of)
    return -1;
  if ((of->flags & O_ACCMODE) == O_RDONLY || of->node->kind != RegularFile || size < 0) {
    errno = EINVAL;
    return -1;
  }
  enter(&of->node->turn);
  __heddle_resize(of->node, (size_t)size);
  leave(&of->node->turn);
  return 0;
}
int ftruncate64(int descriptor, off_t size) {
  return ftruncate(descriptor, size);
}

int truncate(const char *path, off_t size) {
  const int descriptor = open(path, O_WRONLY);
  if (descriptor < 0)
    return -1;
  const int result = ftruncate(descriptor, size);
  close(descriptor);
  return result;
}

// Nothing is kept back, so there is nothing to bring anywhere.
int fsync(int descriptor) {
  return __heddle_description(descriptor) ? 0 : -1;
}
int fdatasync(int descriptor) {
  return fsync(descriptor);
}
void sync(void) {}

int isatty(int descriptor) {
  if (__heddle_description(descriptor))
    errno = ENOTTY;
  return 0;
}
