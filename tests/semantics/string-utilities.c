// String code by hand: reverse words, palindromes, itoa, run lengths.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *s, char *e) {
  while (s < --e) {
    char c = *s;
    *s++ = *e;
    *e = c;
  }
}

static void reverse_words(char *s) {
  reverse(s, s + strlen(s));
  while (*s) {
    char *e = s;
    while (*e && *e != ' ')
      e++;
    reverse(s, e);
    s = *e ? e + 1 : e;
  }
}

static int palindrome(const char *s) {
  const char *e = s + strlen(s);
  for (;;) {
    while (s < e && !isalnum((unsigned char)*s))
      s++;
    while (s < e && !isalnum((unsigned char)e[-1]))
      e--;
    if (s >= e)
      return 1;
    if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e))
      return 0;
  }
}

static char *itoa(int v, unsigned base, char *out) {
  unsigned u = v < 0 ? -(unsigned)v : (unsigned)v;
  char *p = out;
  do
    *p++ = "0123456789abcdefghijklmnopqrstuvwxyz"[u % base];
  while (u /= base);
  if (v < 0)
    *p++ = '-';
  *p = 0;
  reverse(out, p);
  return out;
}

int main(void) {
  char s[] = "under over and over under";
  reverse_words(s);
  puts(s);
  printf("%d %d %d\n", palindrome("A man, a plan, a canal: Panama"), palindrome("loom"),
         palindrome(""));
  char buf[40];
  printf("%s ", itoa(-2147483647 - 1, 10, buf));
  printf("%s ", itoa(255, 2, buf));
  printf("%s\n", itoa(-123456789, 36, buf));
  const char *runs = "aaabccddddde";
  for (const char *p = runs; *p;) {
    const char *q = p;
    while (*q == *p)
      q++;
    printf("%td%c", q - p, *p);
    p = q;
  }
  putchar('\n');
  return (int)strlen(itoa(1000000, 3, buf));
}
