// Characters, lines and formatted text on streams (stdio.h). printf itself and what formats into
// memory is the VM's.
#define _GNU_SOURCE
#include "streams.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The header makes some of these macros.
#undef getc
#undef putc
#undef getchar
#undef getc_unlocked
#undef putc_unlocked
#undef getchar_unlocked
#undef fread_unlocked
#undef fwrite_unlocked

int getc(FILE *of) {
  return fgetc(of);
}
int _IO_getc(FILE *of) {
  return fgetc(of);
}
int getc_unlocked(FILE *of) {
  return fgetc(of);
}
int fgetc_unlocked(FILE *of) {
  return fgetc(of);
}
int getchar(void) {
  return fgetc(stdin);
}
int getchar_unlocked(void) {
  return fgetc(stdin);
}
int putc(int c, FILE *of) {
  return fputc(c, of);
}
int _IO_putc(int c, FILE *of) {
  return fputc(c, of);
}
int putc_unlocked(int c, FILE *of) {
  return fputc(c, of);
}
int fputc_unlocked(int c, FILE *of) {
  return fputc(c, of);
}
int fputs_unlocked(const char *text, FILE *of) {
  return fputs(text, of);
}
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *of) {
  return fread(to, size, count, of);
}
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *of) {
  return fwrite(from, size, count, of);
}
int feof_unlocked(FILE *of) {
  return feof(of);
}
int ferror_unlocked(FILE *of) {
  return ferror(of);
}
void clearerr_unlocked(FILE *of) {
  clearerr(of);
}
// What the inline functions of the header call when their buffer is empty, as it always is here.
int __uflow(FILE *of) {
  return fgetc(of);
}
int __overflow(FILE *of, int c) {
  return fputc(c, of);
}
int getw(FILE *of) {
  int word;
  return fread(&word, sizeof word, 1, of) == 1 ? word : EOF;
}
int putw(int word, FILE *of) {
  return fwrite(&word, sizeof word, 1, of) == 1 ? 0 : EOF;
}

// --- lines

char *fgets(char *line, int room, FILE *of) {
  if (room <= 0)
    return NULL;
  struct stream *stream = __heddle_enter(of);
  // An error that happened before must not make this call fail.
  const int before = stream->head._flags & sawError;
  stream->head._flags &= ~sawError;
  int n = 0;
  while (n < room - 1) {
    const int c = __heddle_get(stream);
    if (c == EOF)
      break;
    line[n++] = (char)c;
    if (c == '\n')
      break;
  }
  const int failed = (n == 0 && room > 1) || (stream->head._flags & sawError);
  stream->head._flags |= before;
  if (!failed)
    line[n] = 0;
  __heddle_leave(stream);
  return failed ? NULL : line;
}
char *fgets_unlocked(char *line, int room, FILE *of) {
  return fgets(line, room, of);
}
char *__fgets_chk(char *line, size_t size, int room, FILE *of) {
  (void)size;
  return fgets(line, room, of);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *of) {
  (void)room;
  return fread(to, size, count, of);
}

// Not declared any more, but old programs call it.
char *gets(char *line) {
  struct stream *stream = __heddle_enter(stdin);
  size_t n = 0;
  int c;
  while ((c = __heddle_get(stream)) != EOF && c != '\n')
    line[n++] = (char)c;
  const int failed = c == EOF && !n;
  if (!failed)
    line[n] = 0;
  __heddle_leave(stream);
  return failed ? NULL : line;
}

ssize_t getdelim(char **line, size_t *room, int delimiter, FILE *of) {
  if (!line || !room) {
    errno = EINVAL;
    return -1;
  }
  struct stream *stream = __heddle_enter(of);
  size_t n = 0;
  int c = 0;
  while (c != delimiter || !n) {
    c = __heddle_get(stream);
    if (c == EOF)
      break;
    if (!*line || n + 2 > *room) {
      const size_t wanted = !*line || *room < 60 ? 120 : 2 * *room;
      char *larger = realloc(*line, wanted);
      if (!larger)
        abort();
      *line = larger;
      *room = wanted;
    }
    (*line)[n++] = (char)c;
    if (c == delimiter)
      break;
  }
  if (n)
    (*line)[n] = 0;
  __heddle_leave(stream);
  return n ? (ssize_t)n : -1;
}
ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *of) {
  return getdelim(line, room, delimiter, of);
}
ssize_t getline(char **line, size_t *room, FILE *of) {
  return getdelim(line, room, '\n', of);
}

// --- formatted output

int vfprintf(FILE *of, const char *format, va_list arguments) {
  const int output = outputOf(of);
  if (output)
    return __heddle_print_list(output, format, arguments);
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char small[256];
  const int fits = length < (int)sizeof small;
  char *text = fits ? small : malloc((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  const size_t written = fwrite(text, 1, (size_t)length, of);
  if (!fits)
    free(text);
  return written == (size_t)length ? length : -1;
}
int __vfprintf_chk(FILE *of, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(of, format, arguments);
}

#define FORWARD(call)                                                                              \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  const int result = call;                                                                         \
  va_end(arguments);                                                                               \
  return result

int fprintf(FILE *of, const char *format, ...) {
  FORWARD(vfprintf(of, format, arguments));
}
int __fprintf_chk(FILE *of, int flag, const char *format, ...) {
  (void)flag;
  FORWARD(vfprintf(of, format, arguments));
}

int vasprintf(char **text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *text = malloc((size_t)length + 1);
  return vsnprintf(*text, (size_t)length + 1, format, arguments);
}
int asprintf(char **text, const char *format, ...) {
  FORWARD(vasprintf(text, format, arguments));
}
int __vasprintf_chk(char **text, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vasprintf(text, format, arguments);
}
int __asprintf_chk(char **text, int flag, const char *format, ...) {
  (void)flag;
  FORWARD(vasprintf(text, format, arguments));
}

int vdprintf(int descriptor, const char *format, va_list arguments) {
  if (descriptor == 1 || descriptor == 2)
    return __heddle_print_list(descriptor, format, arguments);
  char *text;
  const int length = vasprintf(&text, format, arguments);
  const int written = (int)write(descriptor, text, (size_t)length);
  free(text);
  return written;
}
int dprintf(int descriptor, const char *format, ...) {
  FORWARD(vdprintf(descriptor, format, arguments));
}
int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
  (void)flag;
  FORWARD(vdprintf(descriptor, format, arguments));
}

void perror(const char *what) {
  const int error = errno;
  if (what && *what)
    fprintf(stderr, "%s: %s\n", what, strerror(error));
  else
    fprintf(stderr, "%s\n", strerror(error));
}
