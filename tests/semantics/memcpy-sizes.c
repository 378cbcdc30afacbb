// memcpy of every size from 0 to 40 and some larger ones.
#include <stdio.h>
#include <string.h>

static unsigned char from[300], to[300];

static unsigned hash(const unsigned char *p, size_t n) {
  unsigned h = 2166136261u;
  while (n--)
    h = (h ^ *p++) * 16777619u;
  return h;
}

struct odd {
  char b[13];
};

int main(void) {
  for (int i = 0; i < 300; i++)
    from[i] = (unsigned char)(i * 73 + 11);
  for (size_t n = 0; n <= 40; n++) {
    memset(to, 0xEE, sizeof to);
    void *r = memcpy(to + n % 5, from + n % 3, n);
    printf("%x%s", hash(to, sizeof to), r == to + n % 5 ? " " : "! ");
  }
  putchar('\n');
  for (size_t n = 64; n <= 256; n += 63) {
    memset(to, 0, sizeof to);
    memcpy(to + 7, from + 1, n);
    printf("%x ", hash(to, sizeof to));
  }
  putchar('\n');
  struct odd a, b;
  memcpy(&a, "twelve chars", sizeof a);
  memcpy(b.b, a.b, sizeof b.b);
  memcpy(&b, "T", 1);
  printf("%s\n", b.b);
  double d = 2.5;
  unsigned long long bits;
  memcpy(&bits, &d, sizeof bits);
  printf("%llx\n", bits);
  __builtin_memcpy_inline(to, from, 24);
  return hash(to, 24) & 63;
}
