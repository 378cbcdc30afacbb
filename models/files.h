// Files in memory, as the models of descriptors (descriptors.c), streams (stdio.c) and directories
// (directories.c) see them. Each call of a library function is one visible operation of its thread;
// it enters what it works on first, so that calls on one file are ordered and calls on two are not.
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

enum kind { RegularFile, Directory, NullDevice, ZeroDevice, OutputStream };

struct node {
  int turn; // Written by whoever enters: orders the threads that use the file.
  enum kind kind;
  int stream; // Of an OutputStream: 1 or 2.
  unsigned number;
  unsigned links; // Names.
  unsigned users; // Descriptions and mappings.
  unsigned char *bytes;
  size_t size, room;
};

// What open makes; descriptors that are duplicates share one.
struct description {
  int turn;
  struct node *node;
  size_t at;
  int flags;
  unsigned references;
};

// Nothing waits here: an operation is not interrupted.
static inline void enter(int *turn) {
  __atomic_exchange_n(turn, 1, __ATOMIC_ACQ_REL);
}
static inline void leave(int *turn) {
  __atomic_store_n(turn, 0, __ATOMIC_RELEASE);
}

// --- what the VM gives (src/vm/lib_files.cpp, src/vm/lib_output.cpp)
int __heddle_given_count(void);
size_t __heddle_given_size(int which); // -1 is standard input.
size_t __heddle_given_bytes(int which, void *to, size_t size);
size_t __heddle_given_name(int which, char *to, size_t size);
void *__heddle_map(size_t size);
int __heddle_unmap(void *address);
size_t __heddle_print(int stream, const void *bytes, size_t size);
int __heddle_print_list(int stream, const char *format, __builtin_va_list arguments);
void __heddle_unsupported(const char *what);

// --- names (names.c). All fail with errno set. A caller enters the tree first.
void __heddle_enter_tree(void);
void __heddle_leave_tree(void);
struct node *__heddle_find(const char *path);
// The file of that name, or a new empty one.
struct node *__heddle_make(const char *path, enum kind kind);
int __heddle_forget(const char *path);
int __heddle_rename(const char *from, const char *to);
void __heddle_release(struct node *node);
// The name of the nth entry of a directory, and the node; null behind the last.
const char *__heddle_entry(const char *directory, size_t which, struct node **node);
// The path without dots, from the root on; null if it is too long.
char *__heddle_absolute(const char *path, char *into, size_t room);
int __heddle_change_directory(const char *path);

// --- descriptors (descriptors.c)
struct description *__heddle_description(int descriptor);
ssize_t __heddle_read(struct description *of, void *to, size_t size);
ssize_t __heddle_write(struct description *of, const void *from, size_t size);
off_t __heddle_seek(struct description *of, off_t offset, int whence);
// Reading and writing at a place; the node is entered.
size_t __heddle_take(struct node *node, size_t at, void *to, size_t size);
void __heddle_put(struct node *node, size_t at, const void *from, size_t size);
void __heddle_resize(struct node *node, size_t size);
