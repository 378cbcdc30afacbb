// Streams on top of descriptors (stdio.h): opening, closing, bytes in and out, positions. There are
// no buffers: what a program writes is in the file at once.
#define _GNU_SOURCE
#include "streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct stream __heddle_streams[3] = {
    {.descriptor = 0, .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP},
    {.descriptor = 1, .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP},
    {.descriptor = 2, .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP},
};
// The variables that the header declares, but constant: reading one is nothing that another thread
// could see.
FILE *const inputVariable __asm__("stdin") = &__heddle_streams[0].head;
FILE *const outputVariable __asm__("stdout") = &__heddle_streams[1].head;
FILE *const errorVariable __asm__("stderr") = &__heddle_streams[2].head;

// Every stream that fopen made, for fflush(NULL) and so that an open one is no leak.
struct opened {
  struct opened *next;
  struct stream stream;
};
static struct opened *streams;
static int streamsTurn;

struct stream *__heddle_enter(FILE *of) {
  struct stream *stream = (struct stream *)of;
  enter(&stream->turn);
  if (!stream->of)
    stream->of = __heddle_description(stream->descriptor);
  return stream;
}
void __heddle_leave(struct stream *stream) {
  leave(&stream->turn);
}

// --- opening and closing

static int flagsOf(const char *mode) {
  int flags = *mode == 'r'   ? O_RDONLY
              : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
              : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND
                             : -1;
  if (flags < 0) {
    errno = EINVAL;
    return -1;
  }
  for (++mode; *mode && *mode != ','; ++mode) {
    if (*mode == '+')
      flags = (flags & ~O_ACCMODE) | O_RDWR;
    else if (*mode == 'x')
      flags |= O_EXCL;
  }
  return flags;
}

static FILE *makeStream(int descriptor, struct description *of) {
  struct opened *made = calloc(1, sizeof *made);
  if (!made)
    abort();
  made->stream.descriptor = descriptor;
  made->stream.of = of;
  made->stream.lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  enter(&streamsTurn);
  made->next = streams;
  streams = made;
  leave(&streamsTurn);
  return &made->stream.head;
}

FILE *fopen(const char *path, const char *mode) {
  const int flags = flagsOf(mode);
  if (flags < 0)
    return NULL;
  const int descriptor = open(path, flags, 0666);
  if (descriptor < 0)
    return NULL;
  if ((flags & O_APPEND) && !(flags & O_RDWR))
    lseek(descriptor, 0, SEEK_END);
  return makeStream(descriptor, __heddle_description(descriptor));
}
FILE *fopen64(const char *path, const char *mode) {
  return fopen(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
  struct description *of = __heddle_description(descriptor);
  const int flags = flagsOf(mode);
  if (!of || flags < 0)
    return NULL;
  const int has = of->flags & O_ACCMODE, wants = flags & O_ACCMODE;
  if (has != O_RDWR && has != wants) {
    errno = EINVAL;
    return NULL;
  }
  if (flags & O_APPEND) {
    enter(&of->turn);
    of->flags |= O_APPEND;
    leave(&of->turn);
  }
  return makeStream(descriptor, of);
}

FILE *tmpfile(void) {
  static unsigned number;
  static int numberTurn;
  char path[32] = "/tmp/.file";
  enter(&numberTurn);
  unsigned rest = ++number;
  leave(&numberTurn);
  size_t end = strlen(path);
  for (; rest; rest /= 10)
    path[end++] = (char)('0' + rest % 10);
  path[end] = 0;
  FILE *stream = fopen(path, "w+");
  unlink(path);
  return stream;
}
FILE *tmpfile64(void) {
  return tmpfile();
}

// A file without a name, for streams into memory.
static FILE *openNameless(int flags) {
  FILE *made = tmpfile();
  struct stream *stream = made ? __heddle_enter(made) : NULL;
  if (!stream)
    return NULL;
  stream->of->flags = flags;
  __heddle_leave(stream);
  return made;
}

FILE *open_memstream(char **buffer, size_t *size) {
  FILE *made = openNameless(O_RDWR);
  struct stream *stream = made ? __heddle_enter(made) : NULL;
  if (!stream)
    return NULL;
  stream->bufferOut = buffer;
  stream->sizeOut = size;
  *buffer = calloc(1, 1);
  *size = 0;
  __heddle_leave(stream);
  return made;
}

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
  const int flags = flagsOf(mode);
  FILE *made = flags < 0 ? NULL : openNameless(O_RDWR);
  if (!made)
    return NULL;
  struct stream *stream = __heddle_enter(made);
  struct node *node = stream->of->node;
  const int appends = *mode == 'a';
  const size_t kept = *mode == 'w' ? 0 : appends ? strnlen(buffer, size) : size;
  if (buffer && kept)
    __heddle_put(node, 0, buffer, kept);
  stream->of->flags = (flags & O_ACCMODE) | (appends ? O_APPEND : 0);
  if ((flags & O_ACCMODE) != O_RDONLY) {
    stream->memory = buffer;
    stream->memorySize = size;
  }
  __heddle_leave(stream);
  return made;
}

// Hands what was written into memory to the program.
static void deliver(struct stream *stream) {
  const struct node *node = stream->of ? stream->of->node : NULL;
  if (stream->bufferOut && node) {
    *stream->bufferOut = realloc(*stream->bufferOut, node->size + 1);
    if (node->size)
      memcpy(*stream->bufferOut, node->bytes, node->size);
    (*stream->bufferOut)[node->size] = 0;
    *stream->sizeOut = node->size;
  }
  if (stream->memory && node) {
    const size_t size = node->size < stream->memorySize ? node->size : stream->memorySize;
    if (size)
      memcpy(stream->memory, node->bytes, size);
    if (size < stream->memorySize)
      stream->memory[size] = 0;
  }
}

static void forget(struct stream *stream) {
  enter(&streamsTurn);
  for (struct opened **link = &streams; *link; link = &(*link)->next)
    if (&(*link)->stream == stream) {
      struct opened *gone = *link;
      *link = gone->next;
      free(gone);
      break;
    }
  leave(&streamsTurn);
}

int fclose(FILE *of) {
  if (outputOf(of))
    return 0;
  struct stream *stream = __heddle_enter(of);
  deliver(stream);
  const int result = close(stream->descriptor);
  if (of == &__heddle_streams[0].head) {
    stream->of = NULL;
    __heddle_leave(stream);
  } else {
    forget(stream);
  }
  return result;
}

int fcloseall(void) {
  while (streams)
    fclose(&streams->stream.head);
  return 0;
}

FILE *freopen(const char *path, const char *mode, FILE *of) {
  if (outputOf(of)) {
    __heddle_unsupported("freopen of standard output or standard error");
    return NULL;
  }
  const int flags = flagsOf(mode);
  if (flags < 0)
    return NULL;
  const int descriptor = path ? open(path, flags, 0666) : -1;
  struct stream *stream = __heddle_enter(of);
  if (descriptor >= 0) {
    if (stream->of)
      close(stream->descriptor);
    stream->descriptor = descriptor;
    stream->of = __heddle_description(descriptor);
    stream->head._flags = 0;
    stream->pushed = 0;
  }
  __heddle_leave(stream);
  return descriptor < 0 ? NULL : of;
}
FILE *freopen64(const char *path, const char *mode, FILE *of) {
  return freopen(path, mode, of);
}

int fileno(FILE *of) {
  const int output = outputOf(of);
  return output ? output : ((struct stream *)of)->descriptor;
}
int fileno_unlocked(FILE *of) {
  return fileno(of);
}

int fflush(FILE *of) {
  if (!of || outputOf(of))
    return 0;
  struct stream *stream = __heddle_enter(of);
  deliver(stream);
  __heddle_leave(stream);
  return 0;
}
int fflush_unlocked(FILE *of) {
  return fflush(of);
}

int setvbuf(FILE *of, char *buffer, int mode, size_t size) {
  (void)of;
  (void)buffer;
  (void)size;
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}
void setbuf(FILE *of, char *buffer) {
  setvbuf(of, buffer, _IOFBF, BUFSIZ);
}
void setbuffer(FILE *of, char *buffer, size_t size) {
  setvbuf(of, buffer, _IOFBF, size);
}
void setlinebuf(FILE *of) {
  setvbuf(of, NULL, _IOLBF, 0);
}

// --- bytes

int __heddle_get(struct stream *stream) {
  if (stream->pushed)
    return stream->pushedBytes[--stream->pushed];
  unsigned char byte = 0;
  const ssize_t got = stream->of ? __heddle_read(stream->of, &byte, 1) : -1;
  if (got == 1)
    return byte;
  stream->head._flags |= got ? sawError : sawEnd;
  return EOF;
}

size_t __heddle_store(struct stream *stream, const void *bytes, size_t size) {
  const ssize_t put = stream->of ? __heddle_write(stream->of, bytes, size) : -1;
  if (put < 0)
    stream->head._flags |= sawError;
  return put < 0 ? 0 : (size_t)put;
}

int fgetc(FILE *of) {
  struct stream *stream = __heddle_enter(of);
  const int c = __heddle_get(stream);
  __heddle_leave(stream);
  return c;
}

int ungetc(int c, FILE *of) {
  if (c == EOF)
    return EOF;
  struct stream *stream = __heddle_enter(of);
  const int fits = stream->pushed < mostPushed;
  if (fits) {
    stream->pushedBytes[stream->pushed++] = (unsigned char)c;
    stream->head._flags &= ~sawEnd;
  }
  __heddle_leave(stream);
  return fits ? (unsigned char)c : EOF;
}

size_t fread(void *to, size_t size, size_t count, FILE *of) {
  size_t wanted = size * count, done = 0;
  if (!wanted)
    return 0;
  struct stream *stream = __heddle_enter(of);
  for (; done < wanted && stream->pushed; ++done)
    ((unsigned char *)to)[done] = stream->pushedBytes[--stream->pushed];
  while (done < wanted) {
    const ssize_t got =
        stream->of ? __heddle_read(stream->of, (char *)to + done, wanted - done) : -1;
    if (got <= 0) {
      stream->head._flags |= got ? sawError : sawEnd;
      break;
    }
    done += (size_t)got;
  }
  __heddle_leave(stream);
  return done / size;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *of) {
  const int output = outputOf(of);
  const size_t wanted = size * count;
  if (!wanted)
    return 0;
  if (output)
    return __heddle_print(output, from, wanted) / size;
  struct stream *stream = __heddle_enter(of);
  const size_t done = __heddle_store(stream, from, wanted);
  __heddle_leave(stream);
  return done / size;
}

int fputc(int c, FILE *of) {
  const unsigned char byte = (unsigned char)c;
  return fwrite(&byte, 1, 1, of) ? byte : EOF;
}

int fputs(const char *text, FILE *of) {
  const size_t length = strlen(text);
  return fwrite(text, 1, length, of) == length ? 1 : EOF;
}

// --- state and positions

int feof(FILE *of) {
  if (outputOf(of))
    return 0;
  const struct stream *stream = __heddle_enter(of);
  const int result = (stream->head._flags & sawEnd) != 0;
  __heddle_leave((struct stream *)of);
  return result;
}
int ferror(FILE *of) {
  if (outputOf(of))
    return 0;
  const struct stream *stream = __heddle_enter(of);
  const int result = (stream->head._flags & sawError) != 0;
  __heddle_leave((struct stream *)of);
  return result;
}
void clearerr(FILE *of) {
  if (outputOf(of))
    return;
  struct stream *stream = __heddle_enter(of);
  stream->head._flags &= ~(sawEnd | sawError);
  __heddle_leave(stream);
}

int fseeko(FILE *of, off_t offset, int whence) {
  if (outputOf(of)) {
    errno = ESPIPE;
    return -1;
  }
  struct stream *stream = __heddle_enter(of);
  if (whence == SEEK_CUR)
    offset -= stream->pushed;
  const off_t to = stream->of ? __heddle_seek(stream->of, offset, whence) : -1;
  if (to >= 0) {
    stream->pushed = 0;
    stream->head._flags &= ~sawEnd;
  }
  __heddle_leave(stream);
  return to < 0 ? -1 : 0;
}
off_t ftello(FILE *of) {
  if (outputOf(of)) {
    errno = ESPIPE;
    return -1;
  }
  struct stream *stream = __heddle_enter(of);
  const off_t at = stream->of ? __heddle_seek(stream->of, 0, SEEK_CUR) - stream->pushed : -1;
  __heddle_leave(stream);
  return at;
}
int fseek(FILE *of, long offset, int whence) {
  return fseeko(of, offset, whence);
}
long ftell(FILE *of) {
  return ftello(of);
}
int fseeko64(FILE *of, off_t offset, int whence) {
  return fseeko(of, offset, whence);
}
off_t ftello64(FILE *of) {
  return ftello(of);
}
void rewind(FILE *of) {
  fseeko(of, 0, SEEK_SET);
  clearerr(of);
}
int fgetpos(FILE *of, fpos_t *position) {
  const off_t at = ftello(of);
  if (at < 0)
    return -1;
  memset(position, 0, sizeof *position);
  memcpy(position, &at, sizeof at);
  return 0;
}
int fsetpos(FILE *of, const fpos_t *position) {
  off_t at;
  memcpy(&at, position, sizeof at);
  return fseeko(of, at, SEEK_SET);
}

// --- locks

void flockfile(FILE *of) {
  pthread_mutex_lock(&((struct stream *)of)->lock);
}
int ftrylockfile(FILE *of) {
  return pthread_mutex_trylock(&((struct stream *)of)->lock);
}
void funlockfile(FILE *of) {
  pthread_mutex_unlock(&((struct stream *)of)->lock);
}
