// Wide characters by the count.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[16] = L"abcdef", other[16];
  printf("%zu\n", wcslen(text));
  wmemcpy(other, text, 7);
  wmemmove(text + 2, text, 4);
  wmemmove(other, other + 1, 3);
  for (int i = 0; i < 6; ++i)
    printf("%d %d\n", (int)text[i], (int)other[i]);
  wmemset(text, L'x', 3);
  printf("%d %d\n", (int)(wmemchr(text, L'b', 6) - text), wmemchr(text, L'q', 6) == 0);
  printf("%d %d %d\n", wmemcmp(text, other, 6) > 0, wmemcmp(other, text, 6) < 0,
         wmemcmp(text, text, 6));
}
