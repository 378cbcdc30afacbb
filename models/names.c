// The tree of files: names, and what they stand for. It starts with the files a run is given. A
// relative name counts from the working directory, which is /work at first.
#include "files.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct name {
  struct name *next; // In the order in which they came.
  struct node *node;
  char path[];
};

static int treeTurn;
static int isReady;
static struct name *first, **last = &first;
static unsigned numbers = 2;
static char workingDirectory[PATH_MAX] = "/work";

static struct node *newNode(enum kind kind) {
  struct node *node = calloc(1, sizeof *node);
  if (!node)
    abort();
  node->kind = kind;
  node->number = numbers++;
  return node;
}

static struct node *add(const char *path, struct node *node) {
  const size_t length = strlen(path) + 1;
  struct name *name = malloc(sizeof *name + length);
  if (!name)
    abort();
  name->next = NULL;
  name->node = node;
  memcpy(name->path, path, length);
  *last = name;
  last = &name->next;
  ++node->links;
  return node;
}

char *__heddle_absolute(const char *path, char *into, size_t room) {
  size_t length = 0;
  if (*path != '/') {
    length = strlen(workingDirectory);
    if (length >= room)
      return NULL;
    memcpy(into, workingDirectory, length);
    if (length == 1)
      length = 0;
  }
  while (*path) {
    while (*path == '/')
      ++path;
    size_t part = 0;
    while (path[part] && path[part] != '/')
      ++part;
    if (part == 2 && path[0] == '.' && path[1] == '.') {
      while (length && into[--length] != '/')
        continue;
    } else if (part && !(part == 1 && *path == '.')) {
      if (length + part + 2 > room)
        return NULL;
      into[length++] = '/';
      memcpy(into + length, path, part);
      length += part;
    }
    path += part;
  }
  if (!length)
    into[length++] = '/';
  into[length] = 0;
  return into;
}

static struct name *lookUp(const char *absolute) {
  for (struct name *name = first; name; name = name->next)
    if (!strcmp(name->path, absolute))
      return name;
  return NULL;
}

// The directories above a given file are there too.
static void addParents(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (!lookUp(path))
      add(path, newNode(Directory));
    *slash = '/';
  }
}

static void fill(struct node *node, int which) {
  node->size = node->room = __heddle_given_size(which);
  node->bytes = malloc(node->room ? node->room : 1);
  if (!node->bytes)
    abort();
  __heddle_given_bytes(which, node->bytes, node->size);
}

static void prepare(void) {
  static const char *const directories[] = {"/", "/work", "/tmp", "/dev"};
  for (size_t i = 0; i < sizeof directories / sizeof *directories; ++i)
    add(directories[i], newNode(Directory));
  add("/dev/null", newNode(NullDevice));
  add("/dev/zero", newNode(ZeroDevice));
  add("/dev/stdout", newNode(OutputStream))->stream = 1;
  add("/dev/stderr", newNode(OutputStream))->stream = 2;
  fill(add("/dev/stdin", newNode(RegularFile)), -1);
  const int count = __heddle_given_count();
  for (int i = 0; i < count; ++i) {
    char given[PATH_MAX], path[PATH_MAX];
    __heddle_given_name(i, given, sizeof given);
    given[sizeof given - 1] = 0;
    if (!__heddle_absolute(given, path, sizeof path))
      continue;
    addParents(path);
    fill(add(path, newNode(RegularFile)), i);
  }
}

void __heddle_enter_tree(void) {
  enter(&treeTurn);
  if (!isReady)
    prepare();
  isReady = 1;
}
void __heddle_leave_tree(void) {
  leave(&treeTurn);
}

static char *absoluteOrFail(const char *path, char *into) {
  if (!*path) {
    errno = ENOENT;
    return NULL;
  }
  if (!__heddle_absolute(path, into, PATH_MAX)) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  return into;
}

// Whether what stands before the last slash is a directory.
static int hasParent(char *absolute) {
  char *slash = strrchr(absolute, '/');
  if (slash == absolute)
    return 1;
  *slash = 0;
  const struct name *parent = lookUp(absolute);
  *slash = '/';
  if (parent && parent->node->kind == Directory)
    return 1;
  errno = parent ? ENOTDIR : ENOENT;
  return 0;
}

static struct name *findName(const char *path, char *absolute) {
  if (!absoluteOrFail(path, absolute) || !hasParent(absolute))
    return NULL;
  struct name *name = lookUp(absolute);
  if (!name)
    errno = ENOENT;
  return name;
}

struct node *__heddle_find(const char *path) {
  char absolute[PATH_MAX];
  struct name *name = findName(path, absolute);
  if (name && name->node->kind != Directory && path[strlen(path) - 1] == '/') {
    errno = ENOTDIR;
    return NULL;
  }
  return name ? name->node : NULL;
}

struct node *__heddle_make(const char *path, enum kind kind) {
  char absolute[PATH_MAX];
  const struct name *there = findName(path, absolute);
  if (there)
    return there->node;
  if (errno != ENOENT || !hasParent(absolute))
    return NULL;
  return add(absolute, newNode(kind));
}

void __heddle_release(struct node *node) {
  if (node->links || node->users)
    return;
  free(node->bytes);
  free(node);
}

static void drop(struct name *name) {
  struct name **link = &first;
  while (*link != name)
    link = &(*link)->next;
  *link = name->next;
  if (last == &name->next)
    last = link;
  struct node *node = name->node;
  free(name);
  --node->links;
  __heddle_release(node);
}

// Whether `path` lies below `directory`, at any depth.
static int isBelow(const char *path, const char *directory) {
  const size_t length = directory[1] ? strlen(directory) : 0;
  return !strncmp(path, directory, length) && path[length] == '/' && path[length + 1];
}

int __heddle_forget(const char *path) {
  char absolute[PATH_MAX];
  struct name *name = findName(path, absolute);
  if (!name)
    return -1;
  if (name->node->kind == Directory)
    for (const struct name *other = first; other; other = other->next)
      if (isBelow(other->path, absolute)) {
        errno = ENOTEMPTY;
        return -1;
      }
  drop(name);
  return 0;
}

int __heddle_rename(const char *from, const char *to) {
  char source[PATH_MAX], target[PATH_MAX];
  struct name *name = findName(from, source);
  if (!name)
    return -1;
  struct name *old = findName(to, target);
  if (!old && (errno != ENOENT || !hasParent(target)))
    return -1;
  if (old == name)
    return 0;
  if (name->node->kind == Directory) {
    __heddle_unsupported("renaming a directory");
    return -1;
  }
  if (old && old->node->kind == Directory) {
    errno = EISDIR;
    return -1;
  }
  if (old)
    drop(old);
  add(target, name->node);
  drop(name);
  return 0;
}

const char *__heddle_entry(const char *directory, size_t which, struct node **node) {
  const size_t length = directory[1] ? strlen(directory) : 0;
  for (const struct name *name = first; name; name = name->next) {
    if (!isBelow(name->path, directory) || strchr(name->path + length + 1, '/') || which--)
      continue;
    *node = name->node;
    return name->path + length + 1;
  }
  return NULL;
}

int __heddle_change_directory(const char *path) {
  char absolute[PATH_MAX];
  const struct name *name = findName(path, absolute);
  if (!name)
    return -1;
  if (name->node->kind != Directory) {
    errno = ENOTDIR;
    return -1;
  }
  strcpy(workingDirectory, absolute);
  return 0;
}
