// Strings and memory, byte by byte (string.h).
#include <stddef.h>
#include <stdlib.h>

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    ++n;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    ++n;
  return n;
}

char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) {
    ++to;
    ++from;
  }
  return to;
}

char *strcpy(char *to, const char *from) {
  for (size_t i = 0; (to[i] = from[i]); ++i)
    continue;
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; ++i)
    to[i] = from[i];
  for (; i < n; ++i)
    to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; ++i)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) {
    ++a;
    ++b;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i] || !a[i])
      return (unsigned char)a[i] - (unsigned char)b[i];
  return 0;
}

char *strchr(const char *s, int c) {
  for (;; ++s) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return NULL;
  }
}

char *strrchr(const char *s, int c) {
  const char *last = NULL;
  for (;; ++s) {
    if (*s == (char)c)
      last = s;
    if (!*s)
      return (char *)last;
  }
}

char *strstr(const char *s, const char *part) {
  for (;; ++s) {
    size_t i = 0;
    while (part[i] && s[i] == part[i])
      ++i;
    if (!part[i])
      return (char *)s;
    if (!*s)
      return NULL;
  }
}

static int contains(const char *set, char c) {
  for (; *set; ++set)
    if (*set == c)
      return 1;
  return 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n]))
    ++n;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n]))
    ++n;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : NULL;
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
  if (!s)
    s = *rest;
  s += strspn(s, delimiters);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, delimiters);
  if (*end)
    *end++ = 0;
  *rest = end;
  return s;
}

char *strtok(char *s, const char *delimiters) {
  // Shared by all threads, as in libc: using it from two is the race it is there.
  static char *rest = "";
  return strtok_r(s, delimiters, &rest);
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; ++i)
    if (bytes[i] == (unsigned char)c)
      return (void *)(bytes + i);
  return NULL;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  return copy ? strcpy(copy, s) : NULL;
}
