// Files by name and directories (sys/stat.h, dirent.h, unistd.h, stdio.h).
#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { firstOfAll = 1000000000 }; // The time at which every file was made.

static int describe(const struct node *node, struct stat *into) {
  memset(into, 0, sizeof *into);
  into->st_dev = 1;
  into->st_ino = node->number;
  into->st_nlink = node->kind == Directory ? 2 : node->links;
  into->st_mode = node->kind == Directory     ? S_IFDIR | 0755
                  : node->kind == RegularFile ? S_IFREG | 0644
                                              : S_IFCHR | 0666;
  into->st_size = node->kind == RegularFile ? (off_t)node->size : 0;
  into->st_blksize = 4096;
  into->st_blocks = (into->st_size + 511) / 512;
  into->st_atim.tv_sec = into->st_mtim.tv_sec = into->st_ctim.tv_sec = firstOfAll;
  return 0;
}

int stat(const char *path, struct stat *into) {
  __heddle_enter_tree();
  struct node *node = __heddle_find(path);
  if (node) {
    enter(&node->turn);
    describe(node, into);
    leave(&node->turn);
  }
  __heddle_leave_tree();
  return node ? 0 : -1;
}
int lstat(const char *path, struct stat *into) {
  return stat(path, into);
}
int fstat(int descriptor, struct stat *into) {
  struct description *of = __heddle_description(descriptor);
  if (!of)
    return -1;
  enter(&of->node->turn);
  describe(of->node, into);
  leave(&of->node->turn);
  return 0;
}
int fstatat(int directory, const char *path, struct stat *into, int flags) {
  (void)flags;
  if (directory != AT_FDCWD && *path != '/')
    __heddle_unsupported("fstatat in a directory that is not the working one");
  return stat(path, into);
}
int stat64(const char *path, struct stat64 *into) {
  return stat(path, (struct stat *)into);
}
int lstat64(const char *path, struct stat64 *into) {
  return stat(path, (struct stat *)into);
}
int fstat64(int descriptor, struct stat64 *into) {
  return fstat(descriptor, (struct stat *)into);
}
// What the C library had before 2.33.
int __xstat(int version, const char *path, struct stat *into) {
  (void)version;
  return stat(path, into);
}
int __lxstat(int version, const char *path, struct stat *into) {
  (void)version;
  return stat(path, into);
}
int __fxstat(int version, int descriptor, struct stat *into) {
  (void)version;
  return fstat(descriptor, into);
}

int access(const char *path, int mode) {
  __heddle_enter_tree();
  const struct node *node = __heddle_find(path);
  const int runs = node && (mode & X_OK) && node->kind != Directory;
  __heddle_leave_tree();
  if (runs)
    errno = EACCES;
  return node && !runs ? 0 : -1;
}

static int removeKind(const char *path, int directory, int file) {
  __heddle_enter_tree();
  const struct node *node = __heddle_find(path);
  int result = -1;
  if (node && node->kind == Directory && !directory)
    errno = EISDIR;
  else if (node && node->kind != Directory && !file)
    errno = ENOTDIR;
  else if (node)
    result = __heddle_forget(path);
  __heddle_leave_tree();
  return result;
}
int unlink(const char *path) {
  return removeKind(path, 0, 1);
}
int rmdir(const char *path) {
  return removeKind(path, 1, 0);
}
int remove(const char *path) {
  return removeKind(path, 1, 1);
}

int rename(const char *from, const char *to) {
  __heddle_enter_tree();
  const int result = __heddle_rename(from, to);
  __heddle_leave_tree();
  return result;
}

int mkdir(const char *path, mode_t mode) {
  (void)mode;
  __heddle_enter_tree();
  const int isNew = !__heddle_find(path);
  const struct node *node = isNew ? __heddle_make(path, Directory) : NULL;
  __heddle_leave_tree();
  if (!isNew)
    errno = EEXIST;
  return node ? 0 : -1;
}

int chdir(const char *path) {
  __heddle_enter_tree();
  const int result = __heddle_change_directory(path);
  __heddle_leave_tree();
  return result;
}

char *getcwd(char *into, size_t size) {
  char path[PATH_MAX];
  __heddle_enter_tree();
  __heddle_absolute(".", path, sizeof path);
  __heddle_leave_tree();
  const size_t needed = strlen(path) + 1;
  if (into && size < needed) {
    errno = size ? ERANGE : EINVAL;
    return NULL;
  }
  if (!into)
    into = malloc(size > needed ? size : needed);
  return into ? memcpy(into, path, needed) : NULL;
}

char *realpath(const char *path, char *into) {
  char absolute[PATH_MAX];
  __heddle_enter_tree();
  const struct node *node = __heddle_find(path);
  if (node)
    __heddle_absolute(path, absolute, sizeof absolute);
  __heddle_leave_tree();
  if (!node)
    return NULL;
  return into ? strcpy(into, absolute) : strdup(absolute);
}

int chmod(const char *path, mode_t mode) {
  (void)mode;
  return access(path, F_OK);
}
int fchmod(int descriptor, mode_t mode) {
  (void)mode;
  return __heddle_description(descriptor) ? 0 : -1;
}
mode_t umask(mode_t mask) {
  (void)mask;
  return 022;
}

int mkstemp(char *pattern) {
  const size_t length = strlen(pattern);
  if (length < 6 || strcmp(pattern + length - 6, "XXXXXX") != 0) {
    errno = EINVAL;
    return -1;
  }
  for (unsigned number = 0;; ++number) {
    unsigned rest = number;
    for (size_t i = 1; i <= 6; ++i, rest /= 10)
      pattern[length - i] = (char)('0' + rest % 10);
    const int made = open(pattern, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (made >= 0 || errno != EEXIST)
      return made;
  }
}

// --- reading directories

struct __dirstream {
  size_t next;
  char path[PATH_MAX];
  struct dirent entry;
};

DIR *opendir(const char *path) {
  __heddle_enter_tree();
  const struct node *node = __heddle_find(path);
  DIR *made = NULL;
  if (node && node->kind != Directory) {
    errno = ENOTDIR;
  } else if (node) {
    made = calloc(1, sizeof *made);
    if (!made)
      abort();
    __heddle_absolute(path, made->path, sizeof made->path);
  }
  __heddle_leave_tree();
  return made;
}

struct dirent *readdir(DIR *directory) {
  static const char *const always[] = {".", ".."};
  struct dirent *entry = &directory->entry;
  const size_t which = directory->next;
  __heddle_enter_tree();
  struct node *node = which < 2 ? __heddle_find(directory->path) : NULL;
  const char *name = which < 2 ? always[which] : __heddle_entry(directory->path, which - 2, &node);
  if (name) {
    ++directory->next;
    memset(entry, 0, sizeof *entry);
    entry->d_ino = node->number;
    entry->d_off = (off_t)directory->next;
    entry->d_reclen = sizeof *entry;
    entry->d_type = node->kind == Directory ? DT_DIR : node->kind == RegularFile ? DT_REG : DT_CHR;
    strncpy(entry->d_name, name, sizeof entry->d_name - 1);
  }
  __heddle_leave_tree();
  return name ? entry : NULL;
}
struct dirent64 *readdir64(DIR *directory) {
  return (struct dirent64 *)readdir(directory);
}
void rewinddir(DIR *directory) {
  directory->next = 0;
}
int closedir(DIR *directory) {
  free(directory);
  return 0;
}
