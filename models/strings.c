// Strings and memory: what is not in C11 (strings.h and extensions of string.h).
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
