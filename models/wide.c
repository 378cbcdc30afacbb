// Wide characters: what std::wstring needs of wchar.h.
#include <wchar.h>

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] = from[i];
  return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  if (to <= from)
    return wmemcpy(to, from, count);
  while (count--)
    to[count] = from[count];
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] = value;
  return to;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t wanted, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (text[i] == wanted)
      return (wchar_t *)text + i;
  return 0;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}
