// A stream as the models of stdio.h have it. It begins as the C library's does, because its headers
// look at the flags and at the two (here always empty) buffers in inline functions.
#pragma once

#include "files.h"

#include <pthread.h>

enum { sawEnd = 0x10, sawError = 0x20 }; // In head._flags, where the C library has them.
enum { mostPushed = 8 };

struct stream {
  FILE head;
  int turn;
  int descriptor;
  struct description *of;
  int pushed; // How many characters ungetc has brought back.
  unsigned char pushedBytes[mostPushed];
  char **bufferOut; // Of open_memstream: where the program wants to find what it wrote.
  size_t *sizeOut;
  char *memory; // Of fmemopen: where what is written goes in the end.
  size_t memorySize;
  pthread_mutex_t lock; // Of flockfile, between those who use it.
};

extern struct stream __heddle_streams[3];

// 1 or 2 for standard output and error, by address alone; else 0.
static inline int outputOf(FILE *stream) {
  return stream == &__heddle_streams[1].head ? 1 : stream == &__heddle_streams[2].head ? 2 : 0;
}

struct stream *__heddle_enter(FILE *stream); // Fills in standard input when it is first used.
int __heddle_get(struct stream *stream);     // The next character or EOF. The stream is entered.
size_t __heddle_store(struct stream *stream, const void *bytes, size_t size);
void __heddle_leave(struct stream *stream);
