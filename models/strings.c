// Strings and memory: what is not in C11 (strings.h and extensions of string.h).
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

char *strndup(const char *s, size_t n) {
  const size_t length = strnlen(s, n);
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}

int bcmp(const void *a, const void *b, size_t n) {
  return memcmp(a, b, n);
}

void *mempcpy(void *to, const void *from, size_t n) {
  return (char *)memcpy(to, from, n) + n;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  while (n-- > 0)
    if (bytes[n] == (unsigned char)c)
      return (void *)(bytes + n);
  return NULL;
}

void *memmem(const void *in, size_t inLength, const void *what, size_t length) {
  const char *at = in;
  for (; inLength >= length; ++at, --inLength)
    if (memcmp(at, what, length) == 0)
      return (void *)at;
  return NULL;
}

char *stpncpy(char *to, const char *from, size_t n) {
  const size_t length = strnlen(from, n);
  memcpy(to, from, length);
  memset(to + length, 0, n - length);
  return to + length;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c)
    ++s;
  return (char *)s;
}

char *index(const char *s, int c) {
  return strchr(s, c);
}
char *rindex(const char *s, int c) {
  return strrchr(s, c);
}

char *strsep(char **rest, const char *delimiters) {
  char *start = *rest;
  if (!start)
    return NULL;
  char *end = start + strcspn(start, delimiters);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}

static int lowered(char c) {
  const unsigned char byte = (unsigned char)c;
  return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const int order = lowered(a[i]) - lowered(b[i]);
    if (order || !a[i])
      return order;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  return strncasecmp(a, b, (size_t)-1);
}

char *strcasestr(const char *in, const char *what) {
  const size_t length = strlen(what);
  for (; strncasecmp(in, what, length) != 0; ++in)
    if (!*in)
      return NULL;
  return (char *)in;
}

// In the C locale texts compare as bytes.
int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}
int strcoll_l(const char *a, const char *b, locale_t locale) {
  (void)locale;
  return strcmp(a, b);
}
size_t strxfrm(char *to, const char *from, size_t room) {
  const size_t length = strlen(from);
  if (room)
    memcpy(to, from, length < room ? length + 1 : room);
  return length;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *out = to;
  const unsigned char *in = from;
  for (size_t i = 0; i < n; ++i)
    if ((out[i] = in[i]) == (unsigned char)c)
      return out + i + 1;
  return NULL;
}
void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c)
    ++bytes;
  return (void *)bytes;
}
void swab(const void *from, void *to, ssize_t n) {
  const char *in = from;
  char *out = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    const char first = in[i];
    out[i] = in[i + 1];
    out[i + 1] = first;
  }
}
void bcopy(const void *from, void *to, size_t n) {
  memmove(to, from, n);
}
void explicit_bzero(void *s, size_t n) {
  memset(s, 0, n);
}

size_t strlcpy(char *to, const char *from, size_t room) {
  const size_t length = strlen(from);
  if (room) {
    const size_t kept = length < room ? length : room - 1;
    memcpy(to, from, kept);
    to[kept] = 0;
  }
  return length;
}
size_t strlcat(char *to, const char *from, size_t room) {
  const size_t used = strnlen(to, room);
  return used + (used == room ? strlen(from) : strlcpy(to + used, from, room - used));
}

int ffs(int n) {
  return n ? __builtin_ctz((unsigned)n) + 1 : 0;
}
int ffsl(long n) {
  return n ? __builtin_ctzl((unsigned long)n) + 1 : 0;
}
int ffsll(long long n) {
  return ffsl(n);
}

// Compares as people count: "file9" before "file10", and a number that starts with zeros as a
// fraction, the more zeros the smaller.
int strverscmp(const char *a, const char *b) {
  size_t i = 0, start = 0;
  int hasDigits = 0, onlyZeros = 1; // Of the number that a[start] begins.
  for (; a[i] == b[i]; ++i) {
    const char c = a[i];
    if (!c)
      return 0;
    if (c < '0' || c > '9') {
      start = i + 1;
      hasDigits = 0;
      onlyZeros = 1;
    } else {
      hasDigits = 1;
      onlyZeros &= c == '0';
    }
  }
  const int isFirst = a[i] >= '0' && a[i] <= '9', isSecond = b[i] >= '0' && b[i] <= '9';
  const int bytes = (unsigned char)a[i] - (unsigned char)b[i];
  const int isFraction =
      hasDigits ? a[start] == '0' : isFirst && isSecond && (a[i] == '0' || b[i] == '0');
  if (isFraction) {
    // Behind zeros alone a digit makes the number a longer fraction, so a smaller one.
    if (hasDigits && onlyZeros && isFirst != isSecond)
      return isFirst ? -1 : 1;
    return bytes;
  }
  if (!(isFirst && isSecond) && !(hasDigits && (isFirst || isSecond)))
    return bytes;
  size_t first = i, second = i;
  while (a[first] >= '0' && a[first] <= '9')
    ++first;
  while (b[second] >= '0' && b[second] <= '9')
    ++second;
  return first != second ? (first > second ? 1 : -1) : bytes;
}

// --- libgen.h

// string.h's own basename leaves its argument alone.
char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

static char *withoutTrailingSlashes(char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/')
    path[--length] = 0;
  return path;
}
char *__xpg_basename(char *path) {
  if (!path || !*path)
    return (char *)".";
  withoutTrailingSlashes(path);
  char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}
char *dirname(char *path) {
  // Two slashes alone may mean something of their own, so they stay.
  if (path && !strcmp(path, "//"))
    return path;
  char *slash = path && *path ? strrchr(withoutTrailingSlashes(path), '/') : NULL;
  if (!slash)
    return (char *)".";
  while (slash > path && slash[-1] == '/')
    --slash;
  // The root keeps its slash, and two at the start stay two.
  if (slash == path)
    slash += path[1] == '/' && path[2] != '/' && strrchr(path, '/') == path + 1 ? 2 : 1;
  *slash = 0;
  return path;
}
