// What _FORTIFY_SOURCE turns copying functions into: the same, with the room of the target known.
#include <stdlib.h>
#include <string.h>

static void check(size_t needed, size_t room) {
  if (needed > room)
    abort(); // "buffer overflow detected"
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  check(n, room);
  return memcpy(to, from, n);
}
void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  check(n, room);
  return memmove(to, from, n);
}
void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  check(n, room);
  return (char *)memcpy(to, from, n) + n;
}
void *__memset_chk(void *to, int byte, size_t n, size_t room) {
  check(n, room);
  return memset(to, byte, n);
}
char *__strcpy_chk(char *to, const char *from, size_t room) {
  check(strlen(from) + 1, room);
  return strcpy(to, from);
}
char *__stpcpy_chk(char *to, const char *from, size_t room) {
  check(strlen(from) + 1, room);
  return stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  check(n, room);
  return strncpy(to, from, n);
}
char *__strcat_chk(char *to, const char *from, size_t room) {
  check(strlen(to) + strlen(from) + 1, room);
  return strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  check(strlen(to) + strnlen(from, n) + 1, room);
  return strncat(to, from, n);
}
